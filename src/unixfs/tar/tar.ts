import type { BlockReader } from '../../blocks/load-block.ts'
import type { CID } from '../../codec/cid/cid.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { mapOrdered } from '../../streams/map-ordered.ts'
import type { ReadAhead } from '../../streams/read-ahead-limit.ts'
import { directoryEntries } from '../directory/directory-entries.ts'
import { MAX_PATH_SEGMENTS } from '../directory/entry-path.ts'
import { type ContentNode, type DirectoryNode, openNode } from '../read/open-node.ts'
import { readFile } from '../read/read.ts'
import { createNameSet } from './name-set.ts'
import { paddingBytes, TAR_BLOCK_BYTES } from './tar-fields.ts'
import { tarHeader, UNFINISHED_HEADER } from './tar-header.ts'
import {
  claimNames,
  claimPlace,
  type EntryPlace,
  entryPlace,
  linkTarget,
  type OpenDirectory,
} from './tar-names.ts'

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

/**
 * Entries of a directory that are read before their turn, since each block of a peer or a bucket takes its time; and
 * bytes of what was read so, from which on no further one is.
 */
const ENTRIES_AHEAD = 8
const MAX_AHEAD_BYTES = 1024 * 1024
/** Memory of a link of a directory. */
const LINK_BYTES = 256

/** Modes of entries without one: those of the reference implementation 0.44. */
const MODES = { directory: 0o755, file: 0o644, symlink: 0o777 } as const

/**
 * Packs a file, symlink or directory under `name` as a tar, while it is read. The root and the first block of the
 * first file are read before the first byte is yielded. If a later block cannot be read, the archive ends inside an
 * entry or a header, and the error is thrown: readers accept an archive that ends between two entries as complete.
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
): AsyncGenerator<Uint8Array, void> {
  const root = await openNode(blocks, cid, { signal })
  const readAhead = blocks.readAhead?.open()
  const archive: Archive = { blocks, signal, mtimeMs, readAhead, ...NOTHING_PACKED }
  const pieces = packed(archive, root, entryPlace(undefined, name))
  let isBegun = false
  try {
    const first = await pieces.next()
    // The header of a directory waits for its first entry, which may be missing.
    const second = root.kind === 'directory' ? await pieces.next() : undefined
    isBegun = true
    if (!first.done) yield first.value
    if (second && !second.done) yield second.value
    yield* pieces
  } catch (error) {
    // Inside an entry, its bytes would take the place of content.
    if (isBegun && archive.promisedBytes === 0) yield UNFINISHED_HEADER
    throw error
  } finally {
    await pieces.return()
    readAhead?.close()
  }
  yield new Uint8Array(2 * TAR_BLOCK_BYTES)
}

const NOTHING_PACKED = {
  ...{ left: MAX_ENTRIES, openLinks: 0, openCharacters: 0, promisedBytes: 0, aheadBytes: 0 },
}

interface Archive extends TarOptions {
  readonly blocks: BlockReader
  readonly readAhead: ReadAhead | undefined
  /** Remaining number of entries. */
  left: number
  openLinks: number
  openCharacters: number
  /** Bytes of content and padding that the header of the present entry still promises. */
  promisedBytes: number
  /** Bytes of the blocks that were read before their turn. */
  aheadBytes: number
}

interface Entry {
  readonly node: ContentNode
  readonly place: EntryPlace
}

/** A directory whose entries are being packed. */
interface Level {
  readonly entries: AsyncGenerator<Entry, void>
  readonly links: number
  readonly characters: number
}

/** The entries one after the other, with a stack of their own: each level of generators would cost each piece a turn. */
async function* packed(
  archive: Archive,
  node: ContentNode,
  place: EntryPlace,
): AsyncGenerator<Uint8Array, void> {
  const levels: Level[] = []
  let entry: Entry | undefined = { node, place }
  try {
    while (entry || levels.length > 0) {
      if (entry) {
        countEntry(archive, entry.place)
        if (entry.node.kind === 'directory') levels.push(await enter(archive, entry.node, entry.place))
        yield* packEntry(archive, entry)
      }
      const level = levels.at(-1)
      const step = await level?.entries.next()
      entry = step?.done ? undefined : step?.value
      if (!entry && level) leave(archive, level)
      if (!entry) levels.pop()
    }
  } finally {
    await Promise.all(levels.map(({ entries }) => entries.return()))
  }
}

function countEntry(archive: Archive, { path }: EntryPlace): void {
  archive.left -= 1
  if (archive.left < 0) throw new DomainError('too-large', `Cannot archive over ${MAX_ENTRIES} entries`)
  if (path.length > MAX_PATH_SEGMENTS) {
    throw new DomainError('too-large', `Cannot archive over ${MAX_PATH_SEGMENTS} levels`)
  }
}

async function enter(archive: Archive, node: DirectoryNode, place: EntryPlace): Promise<Level> {
  const { Links } = node.node
  const characters = Links.reduce((sum, { Name = '' }) => sum + Name.length, 0)
  archive.openLinks += Links.length
  archive.openCharacters += characters
  if (archive.openLinks > MAX_OPEN_LINKS || archive.openCharacters > MAX_OPEN_CHARACTERS) {
    throw new DomainError('too-large', 'Cannot archive directories one below the other: too many links')
  }
  const directory = { ...place, names: createNameSet() }
  await claimNames(node, directory)
  return { entries: entriesOf(archive, node, directory), links: Links.length, characters }
}

function leave(archive: Archive, { links, characters }: Level): void {
  archive.openLinks -= links
  archive.openCharacters -= characters
}

/** The entries of a directory, some of them read before their turn. */
async function* entriesOf(
  archive: Archive,
  node: DirectoryNode,
  directory: OpenDirectory,
): AsyncGenerator<Entry, void> {
  const { blocks, signal } = archive
  const isSharded = node.unixfs.type === 'hamt-shard'
  const opened = mapOrdered(directoryEntries(blocks, node, { signal }), {
    concurrency: () =>
      archive.aheadBytes >= MAX_AHEAD_BYTES || blocks.readAhead?.isReached() ? 1 : ENTRIES_AHEAD,
    transform: async ({ name, cid }) => {
      const entry = await openNode(blocks, cid, { signal })
      const heldBytes = memoryOf(entry)
      holdAhead(archive, heldBytes)
      return { name, entry, heldBytes }
    },
  })
  for await (const { name, entry, heldBytes } of opened) {
    holdAhead(archive, -heldBytes)
    const place = entryPlace(directory, name)
    if (isSharded) await claimPlace(place)
    yield { node: entry, place }
  }
}

function memoryOf(node: ContentNode): number {
  return node.kind === 'directory' ? node.node.Links.length * LINK_BYTES : node.part.blockBytes
}

function holdAhead(archive: Archive, bytes: number): void {
  archive.aheadBytes += bytes
  archive.readAhead?.add(bytes)
}

/** The header of an entry, its content and its padding. The first bytes of a file are read before its header is yielded. */
async function* packEntry(archive: Archive, { node, place }: Entry): AsyncGenerator<Uint8Array, void> {
  const header = headerOf(archive, node, place.path)
  if (node.kind !== 'file') {
    yield header
    return
  }
  const { blocks, signal } = archive
  const padding = new Uint8Array(paddingBytes(node.part.sizeBytes))
  const content = readFile(blocks, node, { signal })
  try {
    let step = await content.next()
    archive.promisedBytes = node.part.sizeBytes + padding.byteLength
    yield header
    for (; !step.done; step = await content.next()) {
      archive.promisedBytes -= step.value.byteLength
      yield step.value
    }
    archive.promisedBytes -= padding.byteLength
    if (padding.byteLength > 0) yield padding
  } finally {
    await content.return(undefined)
  }
}

function headerOf({ mtimeMs }: Archive, node: ContentNode, path: readonly string[]): Uint8Array {
  return tarHeader({
    name: path.join('/'),
    type: node.kind,
    sizeBytes: node.kind === 'file' ? node.part.sizeBytes : 0,
    mode: node.mode === undefined ? MODES[node.kind] : node.mode & 0o7777,
    mtime: node.mtime ?? { seconds: Math.floor(mtimeMs / 1000) },
    linkname: node.kind === 'symlink' ? linkTarget(node) : undefined,
  })
}
