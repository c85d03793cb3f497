import { createTarPacker, type TarPackController } from 'modern-tar'
import type { BlockReader } from '../../blocks/load-block.ts'
import type { CID } from '../../codec/cid/cid.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Mtime } from '../../ports/file-source.ts'
import { directoryEntries } from '../directory/directory-entries.ts'
import { MAX_PATH_SEGMENTS } from '../directory/entry-path.ts'
import { type ContentNode, openNode } from '../read/open-node.ts'
import { readFile } from '../read/read.ts'
import { type Backpressure, createBackpressure } from './backpressure.ts'
import { mergeSmallPieces } from './merge-small-pieces.ts'
import { checkNames, entryPath, linkTarget } from './tar-names.ts'

export interface TarOptions extends AbortOptions {
  /** Time of entries that carry none, in milliseconds since the epoch. */
  readonly mtimeMs: number
}

/** What stops a small directory whose entries all meet again. */
const MAX_ENTRIES = 1_000_000

/** Written and not read yet: the archiver's own bound is thirty times as much. */
const MAX_AHEAD_BYTES = 256 * 1024
const HEADER_BYTES = 512

/** Modes of entries that carry none: those of the reference implementation 0.44. */
const MODES = { directory: 0o755, file: 0o644, symlink: 0o777 } as const

/** What an archive that cannot be finished ends in between two entries: an extended header without its records. */
const UNFINISHED = { name: 'unfinished', type: 'pax-header', size: HEADER_BYTES, mtime: new Date(0) } as const

/** Leaves the archiver behind everything that was packed before a failure, and is not sent. */
const FAILED = new Uint8Array(1)

/** What a header holds in plain form; other names go into extended headers. */
const PLAIN_NAME = /^[\x20-\x7e]*$/

/**
 * A tar archive of a file, symlink or directory under `name`, made as it is read: the archiver stays
 * little more than 256 KiB ahead. The root and the first block of the first file are read before the first byte.
 * If a later block cannot be read, the archive ends inside an entry or a header and the error is thrown: readers
 * take an archive that ends between two entries for whole.
 *
 * Throws as {@link openNode} does, `failed-precondition` for names and targets that cannot be in an archive,
 * `too-large` over 1,000,000 entries or 1,024 levels. Spec: RPC document, `/get`.
 */
export async function* tarArchive(
  blocks: BlockReader,
  cid: CID,
  name: string,
  { signal, mtimeMs }: TarOptions,
): AsyncGenerator<Uint8Array> {
  const root = await openNode(blocks, cid, { signal })
  const { readable, controller } = createTarPacker()
  const backpressure = createBackpressure(MAX_AHEAD_BYTES)
  const { promise: begun, resolve: onBegun } = Promise.withResolvers<void>()
  const archive: Archive = { blocks, controller, backpressure, mtimeMs, signal, onBegun, left: MAX_ENTRIES }
  const packing = pack(archive, root, entryPath([], name))
    .then(() => controller.finalize())
    .catch((error: unknown) => {
      archive.failure = { error }
      return breakOff(archive)
    })
    // The archiver has been stopped, and so has its reader.
    .catch(() => undefined)
    .finally(onBegun)
  const reader = readable.getReader()
  try {
    await begun
    const { failure } = archive
    if (failure) throw failure.error
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      if (step.value === FAILED) throw archive.failure?.error
      yield step.value
      backpressure.read(step.value.byteLength)
    }
  } finally {
    backpressure.stop()
    await reader.cancel().catch(() => undefined)
    await packing
  }
}

interface Archive extends TarOptions {
  readonly blocks: BlockReader
  readonly controller: TarPackController
  readonly backpressure: Backpressure
  /** Called when the root is in the archive or, if it is a directory, its first entry. */
  readonly onBegun: () => void
  /** Entries that may still come. */
  left: number
  /** Of the entry that has begun and not ended. */
  writer?: WritableStreamDefaultWriter<Uint8Array> | undefined
  failure?: { readonly error: unknown }
}

/** Leaves the archive inside an entry. What was packed before is read first: an error would discard it. */
async function breakOff({ controller, writer }: Archive): Promise<void> {
  await (writer ?? controller.add(UNFINISHED).getWriter()).write(FAILED)
}

async function pack(archive: Archive, node: ContentNode, path: readonly string[]): Promise<void> {
  archive.left -= 1
  if (archive.left < 0) throw new DomainError('too-large', `Cannot archive over ${MAX_ENTRIES} entries`)
  if (path.length > MAX_PATH_SEGMENTS) {
    throw new DomainError('too-large', `Cannot archive over ${MAX_PATH_SEGMENTS} levels`)
  }
  const { blocks, signal } = archive
  if (node.kind === 'directory') checkNames(node, path)
  await packEntry(archive, node, path)
  if (node.kind !== 'directory') return
  for await (const { name, cid } of directoryEntries(blocks, node, { signal })) {
    await pack(archive, await openNode(blocks, cid, { signal }), entryPath(path, name))
  }
}

async function packEntry(archive: Archive, node: ContentNode, path: readonly string[]): Promise<void> {
  const { blocks, controller, backpressure, mtimeMs, signal } = archive
  const name = path.join('/')
  const linkname = node.kind === 'symlink' ? linkTarget(node) : undefined
  const content = node.kind === 'file' ? mergeSmallPieces(readFile(blocks, node, { signal })) : undefined
  try {
    // Read before the header is written: a file whose first block is missing is not begun.
    let step = await content?.next()
    await backpressure.write(HEADER_BYTES)
    const entry = controller.add({
      name,
      type: node.kind,
      size: node.kind === 'file' ? node.part.sizeBytes : 0,
      mode: node.mode === undefined ? MODES[node.kind] : node.mode & 0o7777,
      mtime: new Date(node.mtime ? plainSeconds(node.mtime) * 1000 : mtimeMs),
      pax: extendedNames(name, linkname),
      ...(linkname !== undefined && { linkname }),
    })
    const writer = entry.getWriter()
    archive.writer = writer
    if (node.kind !== 'directory' || path.length > 1) archive.onBegun()
    for (; step && !step.done; step = await content?.next()) {
      await backpressure.write(step.value.byteLength)
      await writer.write(step.value)
    }
    await writer.close()
    archive.writer = undefined
  } finally {
    await content?.return()
  }
}

/** Times before 1970 and after 2242 become those: a header has eleven octal digits, and no sign. */
function plainSeconds({ seconds }: Mtime): number {
  return Math.min(Math.max(0, seconds), 8 ** 11 - 1)
}

function extendedNames(name: string, linkname = ''): Record<string, string> {
  return {
    ...(!PLAIN_NAME.test(name) && { path: name }),
    ...(!PLAIN_NAME.test(linkname) && { linkpath: linkname }),
  }
}
