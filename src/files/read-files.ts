import { type BlockReader, loadBlock } from '../blocks/load-block.ts'
import { type CID, DAG_PB_CODEC, RAW_CODEC } from '../codec/cid/cid.ts'
import { decodeDagPb } from '../codec/dag-pb/dag-pb.ts'
import { DomainError, isDomainError } from '../errors.ts'
import { mapOrdered } from '../streams/map-ordered.ts'
import { plainPath } from '../unixfs/dag/parse-path.ts'
import { resolvePath } from '../unixfs/dag/resolve.ts'
import { directoryEntries } from '../unixfs/directory/directory-entries.ts'
import { cumulativeSize } from '../unixfs/layout/cumulative-size.ts'
import { openNode } from '../unixfs/read/open-node.ts'
import { openFile } from '../unixfs/read/read.ts'
import type { FilesOptions } from './edit-tree.ts'
import { prefixed } from './errors.ts'
import type { FilesCall, FilesEntry, FilesStatus, ListFilesOptions, ReadFilesOptions } from './files.ts'
import { EMPTY_ROOT, storedRoot, withEmptyRoot } from './files-root.ts'
import { findNode } from './find-node.ts'
import type { ListingCache } from './listing-cache.ts'
import { parseFilesPath } from './path.ts'
import { assertFile } from './write-file.ts'

type Storage = Pick<FilesOptions, 'datastore' | 'paths'>

interface ListingStorage extends Storage {
  /** Listings with types and sizes, for which the root of each entry is read. */
  readonly listings: ListingCache
}

/** The node of an MFS path. */
export async function nodeAt(
  { datastore, paths: cache }: Storage,
  path: string,
  { session, signal }: FilesCall,
): Promise<CID> {
  const { names } = parseFilesPath(path)
  const root = (await storedRoot(datastore, { signal })) ?? EMPTY_ROOT
  return findNode(withEmptyRoot(session), root, { names, cache, signal })
}

/** The node of an MFS path, or of an `/ipfs/` or `/ipns/` path. */
export async function resolveNode(storage: Storage, path: string, call: FilesCall): Promise<CID> {
  const plain = plainPath(path)
  if (!/^\/(ipfs|cas|ipns|nms)\//.test(plain)) return nodeAt(storage, path, call)
  return (await resolvePath(withEmptyRoot(call.session), plain, call)).cid
}

export async function statFiles(storage: Storage, path: string, call: FilesCall): Promise<FilesStatus> {
  const cid = await resolveNode(storage, path, call)
  const blocks = readingOnce(withEmptyRoot(call.session))
  const bytes = await loadBlock(blocks, cid, call)
  if (cid.code !== DAG_PB_CODEC && cid.code !== RAW_CODEC) {
    throw new DomainError('unsupported', 'not unixfs node (proto or raw)')
  }
  const node = await openNode(blocks, cid, call)
  const { kind: type, mode, mtime } = node
  const links = cid.code === RAW_CODEC ? 0 : decodeDagPb(bytes).Links.length
  const sizeBytes = node.kind === 'directory' ? 0 : node.part.sizeBytes
  return {
    cid,
    type,
    mode,
    mtime,
    links,
    sizeBytes,
    cumulativeBytes: await cumulativeSize(blocks, cid, call),
  }
}

/** A reader for several questions about one node: the block is read and verified once. */
function readingOnce(blocks: BlockReader): BlockReader {
  let last: { readonly cid: CID; readonly bytes: ReturnType<BlockReader['get']> } | undefined
  return {
    ...blocks,
    get(cid, options) {
      if (!last?.cid.equals(cid)) last = { cid, bytes: blocks.get(cid, options) }
      return last.bytes
    },
  }
}

/** Entries whose roots are read concurrently. */
const LIST_CONCURRENCY = 6

export async function* listFiles(
  storage: ListingStorage,
  path: string,
  { long = false, ...call }: FilesCall & ListFilesOptions,
): AsyncGenerator<FilesEntry> {
  const blocks = withEmptyRoot(call.session)
  const cid = await nodeAt(storage, path, call)
  const listed = long && storage.listings.get(cid)
  if (listed) return yield* listed
  const node = await openNode(blocks, cid, call)
  const describe = async (name: string, entry: CID): Promise<FilesEntry> => {
    if (!long) return { name, cid: entry, type: 'file', sizeBytes: 0 }
    const opened = await openNode(blocks, entry, call)
    if (opened.kind === 'directory') return { name, cid: entry, type: 'directory', sizeBytes: 0 }
    return { name, cid: entry, type: 'file', sizeBytes: opened.part.sizeBytes }
  }
  if (node.kind !== 'directory') {
    yield { ...(await describe(parseFilesPath(path).names.at(-1) ?? '', cid)), isItself: true }
    return
  }
  const entries = mapOrdered(directoryEntries(blocks, node, call), {
    concurrency: LIST_CONCURRENCY,
    transform: (link) => describe(link.name, link.cid),
  })
  yield* long ? storage.listings.keep(cid, entries) : entries
}

/**
 * Implements {@link Files.read}. Throws `invalid-argument` for an invalid range, `failed-precondition` for a node
 * that is no file.
 */
export async function readFiles(
  storage: Storage,
  path: string,
  { offset = 0, count, ...call }: FilesCall & ReadFilesOptions,
) {
  const { text } = parseFilesPath(path)
  const blocks = withEmptyRoot(call.session)
  const cid = await nodeAt(storage, path, call).catch((error: unknown) => {
    throw isDomainError(error) ? prefixed(text, error) : error
  })
  await assertFile(blocks, cid, { path: text, signal: call.signal })
  if (offset < 0) throw new DomainError('invalid-argument', 'cannot specify negative offset')
  const range = { offset, length: count, signal: call.signal }
  const { sizeBytes, content } = await openFile(blocks, cid, range)
  if (offset > sizeBytes) {
    throw new DomainError('invalid-argument', `offset was past end of file (${offset} > ${sizeBytes})`)
  }
  if (count !== undefined && count < 0) {
    throw new DomainError('invalid-argument', "cannot specify negative 'count'")
  }
  return { sizeBytes: Math.min(sizeBytes - offset, count ?? sizeBytes), content }
}
