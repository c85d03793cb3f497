import { lstat, readdir, readlink, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { UploadEntry } from '../../../src/rpc/client/upload.ts'
import { fileContent } from './file-content.ts'

export interface EntryOptions {
  /** True to send files and folders whose names begin with a dot, too. Named paths are sent in any case. */
  readonly isHiddenSent: boolean
  /** True to send the permission bits of each entry. */
  readonly isModeSent?: boolean
  /** True to send the modification time of each entry. */
  readonly isMtimeSent?: boolean
}

type EntryKind = 'file' | 'directory' | 'symlink'

const PERMISSION_BITS = 0o7777n
const NS_PER_SECOND = 1_000_000_000n

interface LocalFile {
  readonly path: string
  /** The path in the upload, with slashes. */
  readonly name: string
}

/**
 * The entries of files and folders of this machine, opened one at a time. A symbolic link below a folder stays a
 * link; one that is named is followed.
 */
export async function* localEntries(
  paths: readonly string[],
  options: EntryOptions,
): AsyncGenerator<UploadEntry> {
  for await (const { path, name, kind } of walk(paths, options)) {
    const entry = { path: name, ...(await metadata(path, kind, options)) }
    if (kind === 'file') yield { ...entry, content: fileContent(path) }
    else if (kind === 'directory') yield { ...entry, kind }
    else yield { ...entry, kind, content: await readlink(path) }
  }
}

async function metadata(path: string, kind: EntryKind, { isModeSent, isMtimeSent }: EntryOptions) {
  if (!isModeSent && !isMtimeSent) return {}
  // A named link is followed, as its content is.
  const { mode, mtimeNs } = await (kind === 'symlink' ? lstat : stat)(path, { bigint: true })
  return {
    ...(isModeSent && { mode: Number(mode & PERMISSION_BITS) }),
    ...(isMtimeSent && { mtime: timeOf(mtimeNs) }),
  }
}

/** Rounds down, so that nanoseconds count forwards before 1970 too. */
function timeOf(ns: bigint) {
  const nanoseconds = Number(((ns % NS_PER_SECOND) + NS_PER_SECOND) % NS_PER_SECOND)
  return { seconds: Number((ns - BigInt(nanoseconds)) / NS_PER_SECOND), nanoseconds }
}

/** The bytes of all files. */
export async function totalSize(paths: readonly string[], options: EntryOptions): Promise<number> {
  let sizeBytes = 0
  for await (const { path, kind } of walk(paths, options)) {
    if (kind === 'file') sizeBytes += (await stat(path)).size
  }
  return sizeBytes
}

async function* walk(paths: readonly string[], options: EntryOptions) {
  for (const path of paths) {
    const name = basename(resolve(path))
    yield* walkOne({ path, name }, (await stat(path)).isDirectory() ? 'directory' : 'file', options)
  }
}

async function* walkOne(
  { path, name }: LocalFile,
  kind: EntryKind,
  options: EntryOptions,
): AsyncGenerator<LocalFile & { readonly kind: EntryKind }> {
  yield { path, name, kind }
  if (kind !== 'directory') return
  for (const child of (await readdir(path)).sort()) {
    if (child.startsWith('.') && !options.isHiddenSent) continue
    const inside = { path: join(path, child), name: `${name}/${child}` }
    const found = await lstat(inside.path).catch((error: unknown) => {
      throw child.includes(REPLACEMENT) ? undecodable(inside.path, error) : error
    })
    if (found.isDirectory()) yield* walkOne(inside, 'directory', options)
    else if (found.isSymbolicLink()) yield* walkOne(inside, 'symlink', options)
    else if (found.isFile()) yield* walkOne(inside, 'file', options)
    else throw new Error(`Cannot add "${inside.path}": neither a file nor a folder`)
  }
}

/** What Node.js decodes bytes to that are not UTF-8. The file cannot be found by such a name. */
const REPLACEMENT = '\ufffd'

function undecodable(path: string, cause: unknown): Error {
  return new Error(`Cannot add "${path}": its name is not UTF-8`, { cause })
}
