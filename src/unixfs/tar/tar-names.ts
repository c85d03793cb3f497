import { DomainError } from '../../errors.ts'
import type { DirectoryNode, FileNode } from '../read/open-node.ts'

/**
 * The path of an entry named `name` in the directory at `path`, as components from the archive's root. A name
 * becomes one component: whoever extracts `a/b` would follow a symlink called `a`. As in the reference it may
 * lead up first, within the root, but not to the directory it is in or to one above. An empty `path` names the
 * root itself.
 *
 * Throws `failed-precondition` for these, for a name with another slash or a NUL, for an empty one, and for dots.
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

/** Checks all names of a directory of one node before anything of it is written. Throws as {@link entryPath} does. */
export function checkNames({ node, unixfs }: DirectoryNode, path: readonly string[]): void {
  if (unixfs.type === 'hamt-shard') return
  for (const { Name = '' } of node.Links) entryPath(path, Name)
}

/** The target of a symlink. Throws `failed-precondition` for one that holds a NUL. */
export function linkTarget({ part }: FileNode): string {
  const target = new TextDecoder().decode(part.data)
  if (!target.includes('\0')) return target
  throw refused(`Cannot archive a symlink to ${JSON.stringify(target)}: not a path`)
}

function refused(message: string): DomainError {
  return new DomainError('failed-precondition', message)
}
