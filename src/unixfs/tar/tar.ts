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
import { createNameSet } from './name-set.ts'
import { claimNames, claimPlace, type EntryPlace, entryPlace, linkTarget } from './tar-names.ts'

export interface TarOptions extends AbortOptions {
  /** Time of entries without one, in milliseconds since the epoch. */
  readonly mtimeMs: number
}

/** Maximum number of entries: even a small DAG can repeat its directories endlessly. */
const MAX_ENTRIES = 1_000_000

/**
 * Bounds of all directories on the way to an entry, which are in memory together: as many links as one node can have,
 * and the characters of their names.
 */
const MAX_OPEN_LINKS = 131_072
const MAX_OPEN_CHARACTERS = 16 * 1024 * 1024

/** Maximum bytes that are written and not read. The archiver's own limit is thirty times as much. */
const MAX_AHEAD_BYTES = 256 * 1024
const HEADER_BYTES = 512

/** Modes of entries without one: those of the reference implementation 0.44. */
const MODES = { directory: 0o755, file: 0o644, symlink: 0o777 } as const

/** Marks an incomplete archive that failed between two entries: an extended header without its records. */
const UNFINISHED = { name: 'unfinished', type: 'pax-header', size: HEADER_BYTES, mtime: new Date(0) } as const

/** Sentinel that the archiver delivers after everything packed before a failure. It is not sent. */
const FAILED = new Uint8Array(1)

/** Names that a plain header can hold; others need extended headers. */
const PLAIN_NAME = /^[\x20-\x7e]*$/

/**
 * Packs a file, symlink or directory under `name` as a tar, while it is read. The archiver is at most little more
 * than 256 KiB ahead. The root and the first block of the first file are read before the first byte is yielded. If
 * a later block cannot be read, the archive ends inside an entry or a header, and the error is thrown: readers
 * accept an archive that ends between two entries as complete.
 *
 * Throws like {@link openNode}, `failed-precondition` for names and targets that an archive cannot hold, and for a
 * second entry of a path, `too-large` over 1,000,000 entries or 1,024 levels, and for directories one below the other
 * that have over 131,072 links together. Spec: RPC document, `/get`.
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
  const archive: Archive = { blocks, controller, backpressure, mtimeMs, signal, onBegun, ...NOTHING_OPEN }
  const packing = pack(archive, root, entryPlace(undefined, name))
    .then(() => controller.finalize())
    .catch((error: unknown) => {
      archive.failure = { error }
      return breakOff(archive)
    })
    // Fails when the reader has stopped and the archiver with it.
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

const NOTHING_OPEN = { left: MAX_ENTRIES, openLinks: 0, openCharacters: 0 }

interface Archive extends TarOptions {
  readonly blocks: BlockReader
  readonly controller: TarPackController
  readonly backpressure: Backpressure
  /** Called when the root, or the first entry of a root directory, is in the archive. */
  readonly onBegun: () => void
  /** Remaining number of entries. */
  left: number
  openLinks: number
  openCharacters: number
  /** Writer of the entry that has begun and not ended. */
  writer?: WritableStreamDefaultWriter<Uint8Array> | undefined
  failure?: { readonly error: unknown }
}

/** Ends the archive inside an entry. Data packed before is delivered first; an error would discard it. */
async function breakOff({ controller, writer }: Archive): Promise<void> {
  await (writer ?? controller.add(UNFINISHED).getWriter()).write(FAILED)
}

async function pack(archive: Archive, node: ContentNode, place: EntryPlace): Promise<void> {
  archive.left -= 1
  if (archive.left < 0) throw new DomainError('too-large', `Cannot archive over ${MAX_ENTRIES} entries`)
  const { path } = place
  if (path.length > MAX_PATH_SEGMENTS) {
    throw new DomainError('too-large', `Cannot archive over ${MAX_PATH_SEGMENTS} levels`)
  }
  const { blocks, signal } = archive
  if (node.kind !== 'directory') return packEntry(archive, node, path)
  const { Links } = node.node
  const characters = Links.reduce((sum, { Name = '' }) => sum + Name.length, 0)
  archive.openLinks += Links.length
  archive.openCharacters += characters
  if (archive.openLinks > MAX_OPEN_LINKS || archive.openCharacters > MAX_OPEN_CHARACTERS) {
    throw new DomainError('too-large', 'Cannot archive directories one below the other: too many links')
  }
  const directory = { ...place, names: createNameSet() }
  await claimNames(node, directory)
  await packEntry(archive, node, path)
  const isSharded = node.unixfs.type === 'hamt-shard'
  for await (const { name, cid } of directoryEntries(blocks, node, { signal })) {
    const entry = entryPlace(directory, name)
    if (isSharded) await claimPlace(entry)
    await pack(archive, await openNode(blocks, cid, { signal }), entry)
  }
  archive.openLinks -= Links.length
  archive.openCharacters -= characters
}

async function packEntry(archive: Archive, node: ContentNode, path: readonly string[]): Promise<void> {
  const { blocks, controller, backpressure, mtimeMs, signal } = archive
  const name = path.join('/')
  const linkname = node.kind === 'symlink' ? linkTarget(node) : undefined
  const content = node.kind === 'file' ? mergeSmallPieces(readFile(blocks, node, { signal })) : undefined
  try {
    // The first block is read before the header is written, so that a file whose first block is missing is not
    // begun.
    let step = await content?.next()
    await backpressure.write(HEADER_BYTES)
    const entry = controller.add({
      name,
      type: node.kind,
      size: node.kind === 'file' ? node.part.sizeBytes : 0,
      mode: node.mode === undefined ? MODES[node.kind] : node.mode & 0o7777,
      mtime: new Date(node.mtime ? plainSeconds(node.mtime) * 1000 : mtimeMs),
      pax: { ...extendedNames(name, linkname), ...extendedTime(node.mtime) },
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

/** Clamps times to 1970 to 2242: a header has eleven octal digits and no sign. */
function plainSeconds({ seconds }: Mtime): number {
  return Math.min(Math.max(0, seconds), 8 ** 11 - 1)
}

/** The fraction of a second, for which a header has no place. */
function extendedTime(mtime: Mtime | undefined): Record<string, string> {
  if (!mtime?.nanoseconds || plainSeconds(mtime) !== mtime.seconds) return {}
  const fraction = String(mtime.nanoseconds).padStart(9, '0').replace(/0+$/, '')
  return { mtime: `${mtime.seconds}.${fraction}` }
}

function extendedNames(name: string, linkname = ''): Record<string, string> {
  return {
    ...(!PLAIN_NAME.test(name) && { path: name }),
    ...(!PLAIN_NAME.test(linkname) && { linkpath: linkname }),
  }
}
