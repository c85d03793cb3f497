import { DomainError } from '../../errors.ts'
import type { DirectoryNode, FileNode } from '../read/open-node.ts'

/**
 * Path of an entry `name` in the directory at `path`, as components from the archive's root. The last component
 * contains no slash: a path `a/b` would let extraction follow a symlink `a`. As in the reference implementation,
 * the name may begin with `..` components, but stays within the root, and must not name the directory it is in or
 * one above. An empty `path` means that the entry is the root.
 *
 * Throws `failed-precondition` for these, for another slash, for NUL, for an empty name, and for `.` and `..`.
 */
export function entryPath(path: readonly string[], name: string): readonly string[] {
  const [root, ...below] = path
  const ups = name.split('/')
  const last = ups.pop() ?? ''
  if (ups.some((part) => part !== '..') || last === '' || last === '.' || last.includes('\0')) {
    throw refused(`Cannot archive ${JSON.stringify(name)}: not the name of an entry`)
  }
  if (ups.length > below.length || last === '..') {
    throw refused('relative UnixFS paths outside the root are now allowed, use CAR instead')
  }
  const parents = below.slice(0, below.length - ups.length)
  if (below[parents.length] === last) {
    throw refused(`Cannot archive ${JSON.stringify(name)}: it would replace a directory above it`)
  }
  return root === undefined ? [last] : [root, ...parents, last]
}

/** Checks all names of an unsharded directory before any of it is written. Throws like {@link entryPath}. */
export function checkNames({ node, unixfs }: DirectoryNode, path: readonly string[]): void {
  if (unixfs.type === 'hamt-shard') return
  for (const { Name = '' } of node.Links) entryPath(path, Name)
}

/** The target of a symlink. Throws `failed-precondition` if it contains NUL. */
export function linkTarget({ part }: FileNode): string {
  const target = new TextDecoder().decode(part.data)
  if (!target.includes('\0')) return target
  throw refused(`Cannot archive a symlink to ${JSON.stringify(target)}: not a path`)
}

function refused(message: string): DomainError {
  return new DomainError('failed-precondition', message)
}
