import { DomainError } from '../errors.ts'
import { MAX_PATH_SEGMENTS } from '../unixfs/directory/entry-path.ts'

/** A parsed MFS path. */
export interface FilesPath {
  /** Path components from the root down; none for the root itself. */
  readonly names: readonly string[]
  /** True for a path with a trailing slash, except the root: a copy or move then goes into that directory. */
  readonly isDirectory: boolean
  /** The path without repeated slashes, `.` and `..`, but with its trailing slash. */
  readonly text: string
}

/**
 * Parses a path; `..` at the root stays at the root. Throws `invalid-argument` with the reference implementation's
 * texts, and for over 1,024 components.
 */
export function parseFilesPath(path: string): FilesPath {
  if (path === '') throw new DomainError('invalid-argument', 'paths must not be empty')
  if (!path.startsWith('/')) {
    throw new DomainError('invalid-argument', 'paths must start with a leading slash')
  }
  const names: string[] = []
  for (const name of path.split('/')) {
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
    if (names.length > MAX_PATH_SEGMENTS) {
      throw new DomainError('invalid-argument', `Cannot read path: over ${MAX_PATH_SEGMENTS} names`)
    }
  }
  const isDirectory = names.length > 0 && path.endsWith('/')
  return { names, isDirectory, text: `${pathText(names)}${isDirectory ? '/' : ''}` }
}

export function pathText(names: readonly string[]): string {
  return `/${names.join('/')}`
}
