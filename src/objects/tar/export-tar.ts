import type { BlockReader } from '../../blocks/load-block.ts'
import { equalBytes } from '../../codec/bytes/bytes.ts'
import { type CID, DAG_PB_CODEC } from '../../codec/cid/cid.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { coalesceChunks } from '../../streams/coalesce-chunks.ts'
import { MAX_PATH_SEGMENTS } from '../../unixfs/directory/entry-path.ts'
import { openFile } from '../../unixfs/read/read.ts'
import { paddingBytes, TAR_BLOCK_BYTES } from '../../unixfs/tar/tar-fields.ts'
import { UNFINISHED_HEADER } from '../../unixfs/tar/tar-header.ts'
import { assertDagPb, loadObject, memoryOf, type StoredObject } from '../open-object.ts'
import { TAR_CONTENT_LINK, TAR_ROOT_DATA } from './import-tar.ts'

/** Limits for a small tree whose branches share their descendants. */
const MAX_ENTRIES = 1_000_000
/** Memory of the directories that are open at once. */
const MAX_OPEN_BYTES = 64 * 1024 * 1024

interface Export extends AbortOptions {
  readonly blocks: BlockReader
  entriesLeft: number
  openBytes: number
  /** Bytes of content and padding that the header of the present entry still promises. */
  promisedBytes: number
}

/**
 * The archive that was stored under a root, its entries in the order of their names. Reads the first entry before it
 * resolves. If a later block cannot be read, the archive ends inside an entry or a header and the error is thrown.
 *
 * Throws `unsupported` for a root that is no archive, `too-large` over 1,000,000 entries, 1,024 levels or 64 MiB of
 * open directories, and what reading throws. Spec: RPC document, `/tar/cat`. Spec gap: the reference implementation leaves out the two empty
 * blocks at the end; without them a reader cannot tell the end of the archive from a cut.
 */
export async function* exportTar(
  blocks: BlockReader,
  root: StoredObject,
  { signal }: AbortOptions,
): AsyncGenerator<Uint8Array, void> {
  if (!equalBytes(assertDagPb(root).data, TAR_ROOT_DATA)) {
    throw new DomainError('unsupported', 'not an IPFS tarchive')
  }
  const context: Export = { blocks, signal, entriesLeft: MAX_ENTRIES, openBytes: 0, promisedBytes: 0 }
  let isBegun = false
  try {
    for await (const piece of entries(context, root, 0)) {
      yield piece
      isBegun = true
    }
  } catch (error) {
    // Inside an entry, its bytes would take the place of content.
    if (isBegun && context.promisedBytes === 0) yield UNFINISHED_HEADER
    throw error
  }
  yield new Uint8Array(2 * TAR_BLOCK_BYTES)
}

async function* entries(
  context: Export,
  directory: StoredObject,
  depth: number,
): AsyncGenerator<Uint8Array, void> {
  const { blocks, signal } = context
  context.openBytes += memoryOf(directory)
  if (depth > MAX_PATH_SEGMENTS || context.openBytes > MAX_OPEN_BYTES) throw tooLarge()
  for (const { cid } of directory.links) {
    signal?.throwIfAborted()
    context.entriesLeft -= 1
    if (context.entriesLeft < 0) throw tooLarge()
    const entry = assertDagPb(await loadObject(blocks, cid, { signal }))
    const content = entry.links.find(({ name }) => name === TAR_CONTENT_LINK)
    if (content) {
      yield* fileEntry(context, entry.data, content.cid)
      continue
    }
    if (entry.data.byteLength > 0) yield entry.data
    yield* entries(context, entry, depth + 1)
  }
  context.openBytes -= memoryOf(directory)
}

/** The file is opened before its header is given. */
async function* fileEntry(context: Export, headers: Uint8Array, cid: CID): AsyncGenerator<Uint8Array, void> {
  const { blocks, signal } = context
  if (cid.code !== DAG_PB_CODEC) throw new DomainError('unsupported', 'expected protobuf dag node')
  const { sizeBytes, content } = await openFile(blocks, cid, { signal })
  const padding = new Uint8Array(paddingBytes(sizeBytes))
  context.promisedBytes = sizeBytes + padding.byteLength
  yield headers
  for await (const piece of coalesceChunks(content)) {
    context.promisedBytes -= piece.byteLength
    yield piece
  }
  context.promisedBytes -= padding.byteLength
  yield padding
}

function tooLarge(): DomainError {
  return new DomainError(
    'too-large',
    `Cannot export tar: over ${MAX_ENTRIES} entries, ${MAX_PATH_SEGMENTS} levels or ${MAX_OPEN_BYTES} bytes of open directories`,
  )
}
