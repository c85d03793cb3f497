import { DomainError } from '../../errors.ts'

/** Maximum path length of an added entry, in components. Longer paths could not be resolved. */
export const MAX_PATH_SEGMENTS = 1024

/**
 * Splits an entry's path into names; a file without a name gives none. Sources clean their paths. This refuses
 * paths that could not be resolved or extracted again: `.` and `..`, empty names, NUL, and more than {@link
 * MAX_PATH_SEGMENTS} components.
 *
 * Throws `invalid-argument`.
 */
export function entryNames(path: string): readonly string[] {
  if (path === '') return []
  const names = path.split('/')
  if (names.length > MAX_PATH_SEGMENTS) {
    throw new DomainError(
      'invalid-argument',
      `Cannot add entry: path has ${names.length} segments, over ${MAX_PATH_SEGMENTS}`,
    )
  }
  const bad = names.find((name) => name === '' || name === '.' || name === '..' || name.includes('\0'))
  if (bad === undefined) return names
  throw new DomainError('invalid-argument', `Cannot add entry ${JSON.stringify(path)}: bad name in path`)
}
