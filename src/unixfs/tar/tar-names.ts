import { DomainError } from '../../errors.ts'
import type { DirectoryNode, FileNode } from '../read/open-node.ts'
import type { NameSet } from './name-set.ts'

/** Where an entry is in the archive. */
export interface EntryPlace {
  /** Components from the archive's root, whose own name is the first. */
  readonly path: readonly string[]
  /** Absent for the root. */
  readonly parent?: OpenDirectory | undefined
}

/** A directory whose entries are being packed. */
export interface OpenDirectory extends EntryPlace {
  /** The names of its entries so far, and of all its own entries if it is not sharded. */
  readonly names: NameSet
}

/**
 * The place of an entry `name` of a directory. The last component of its path contains no slash: a path `a/b` would
 * let extraction follow a symlink `a`. As in the reference implementation, the name may begin with `..` components,
 * but stays within the root. Without `directory`, the entry is the root.
 *
 * Throws `failed-precondition` for a name that leads out of the root, for another slash, for NUL, for an empty name,
 * and for `.` and `..`.
 */
export function entryPlace(directory: OpenDirectory | undefined, name: string): EntryPlace {
  const ups = name.split('/')
  const last = ups.pop() ?? ''
  if (ups.some((part) => part !== '..') || last === '' || last === '.' || last.includes('\0')) {
    throw refused(`Cannot archive ${JSON.stringify(name)}: not the name of an entry`)
  }
  let parent = directory
  for (const _ of ups) parent = parent?.parent
  if (last === '..' || (ups.length > 0 && !parent)) {
    throw refused('relative UnixFS paths outside the root are not allowed, use CAR instead')
  }
  return { path: [...(parent?.path ?? []), last], parent }
}

/**
 * Reserves the path of an entry. A path that is in an archive twice lets extraction follow the first entry, a symlink,
 * when it writes what is below the second, a directory.
 *
 * Throws `failed-precondition` when an entry has the path already, also that of a directory above it. Spec gap: the
 * reference implementation writes both, and leaves it to its own client to find symlinks on the way.
 */
export async function claimPlace({ path, parent }: EntryPlace): Promise<void> {
  const name = path.at(-1) ?? ''
  if (!parent || (await parent.names.add(name))) return
  throw refused(`Cannot archive ${JSON.stringify(path.join('/'))}: another entry has this path`)
}

/** Claims the places of all entries of an unsharded directory before any of it is written. Throws like {@link claimPlace}. */
export async function claimNames({ node, unixfs }: DirectoryNode, directory: OpenDirectory): Promise<void> {
  if (unixfs.type === 'hamt-shard') return
  for (const { Name = '' } of node.Links) await claimPlace(entryPlace(directory, Name))
}

/** The target of a symlink. Throws `failed-precondition` if it contains NUL. */
export function linkTarget({ part }: FileNode): string {
  const target = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }).decode(part.data)
  if (!target.includes('\0')) return target
  throw refused(`Cannot archive a symlink to ${JSON.stringify(target)}: not a path`)
}

function refused(message: string): DomainError {
  return new DomainError('failed-precondition', message)
}
