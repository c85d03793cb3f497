import { createTarPacker, type TarPackController } from 'modern-tar'
import type { CID } from '../codec/cid.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Mtime } from '../ports/file-source.ts'
import { directoryEntries } from './directory-entries.ts'
import { MAX_PATH_SEGMENTS } from './entry-path.ts'
import { gathered } from './gathered.ts'
import type { BlockReader } from './load-block.ts'
import { type ContentNode, type DirectoryNode, openNode } from './open-node.ts'
import { createPace, type Pace } from './pace.ts'
import { readFile } from './read.ts'

export interface TarOptions extends AbortOptions {
  /** Time of entries that carry none, in milliseconds since the epoch. */
  readonly mtimeMs: number
}

/** What stops a small directory whose entries all meet again. */
const MAX_ENTRIES = 1_000_000

/** Written and not read yet: the archiver's own bound is thirty times as much. */
const MAX_AHEAD_BYTES = 256 * 1024
const HEADER_BYTES = 512

/** Modes of entries that carry none. */
const MODES = { directory: 0o777, file: 0o644, symlink: 0o777 } as const

/** What a header holds in plain form; other names go into extended headers. */
const PLAIN_NAME = /^[\x20-\x7e]*$/

/**
 * A tar archive of a file, symlink or directory under `name`, made as it is read: the archiver stays
 * little more than 256 KiB ahead. The archive ends with its two zero blocks only when it is whole.
 *
 * Throws as {@link openNode} does, `failed-precondition` for names that would leave the archive's root,
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
  const pace = createPace(MAX_AHEAD_BYTES)
  const archive = { blocks, controller, pace, mtimeMs, signal, left: MAX_ENTRIES }
  const packing = pack(archive, root, pathBelow([], name)).then(
    () => controller.finalize(),
    (error: unknown) => controller.error(error),
  )
  const reader = readable.getReader()
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      yield step.value
      pace.read(step.value.byteLength)
    }
  } finally {
    pace.stop()
    await reader.cancel().catch(() => undefined)
    await packing.catch(() => undefined)
  }
}

interface Archive extends TarOptions {
  readonly blocks: BlockReader
  readonly controller: TarPackController
  readonly pace: Pace
  left: number
}

async function pack(archive: Archive, node: ContentNode, path: readonly string[]): Promise<void> {
  archive.left -= 1
  if (archive.left < 0) throw new DomainError('too-large', `Cannot archive over ${MAX_ENTRIES} entries`)
  if (path.length > MAX_PATH_SEGMENTS) {
    throw new DomainError('too-large', `Cannot archive over ${MAX_PATH_SEGMENTS} levels`)
  }
  const { blocks, signal } = archive
  if (node.kind === 'directory') checkNames(node, path)
  await packEntry(archive, node, path.join('/'))
  if (node.kind !== 'directory') return
  for await (const { name, cid } of directoryEntries(blocks, node, { signal })) {
    await pack(archive, await openNode(blocks, cid, { signal }), pathBelow(path, name))
  }
}

async function packEntry(archive: Archive, node: ContentNode, name: string): Promise<void> {
  const { blocks, controller, pace, mtimeMs, signal } = archive
  await pace.write(HEADER_BYTES)
  const linkname = node.kind === 'symlink' ? decoder.decode(node.part.data) : undefined
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
  if (node.kind === 'file') {
    for await (const bytes of gathered(readFile(blocks, node, { signal }))) {
      await pace.write(bytes.byteLength)
      await writer.write(bytes)
    }
  }
  await writer.close()
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

/** Names of a directory of one node are known, and refused, before anything of it is written. */
function checkNames({ node, unixfs }: DirectoryNode, path: readonly string[]): void {
  if (unixfs.type === 'hamt-shard') return
  for (const { Name = '' } of node.Links) pathBelow(path, Name)
}

/**
 * The path of an entry, cleaned as the reference does: a name may hold slashes and dots, as long as it leads
 * to a place below the archive's root.
 */
function pathBelow(path: readonly string[], name: string): readonly string[] {
  const [root, ...below] = path
  const names = [...below]
  for (const part of name.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') names.push(part)
    else if (names.pop() === undefined) throw outsideRoot()
  }
  if (names.length === 0 || name.includes('\0')) throw outsideRoot()
  return root === undefined ? names : [root, ...names]
}

function outsideRoot(): DomainError {
  return new DomainError(
    'failed-precondition',
    'relative UnixFS paths outside the root are now allowed, use CAR instead',
  )
}

const decoder = new TextDecoder()
