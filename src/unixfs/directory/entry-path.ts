import { DomainError } from '../../errors.ts'

/** Deepest directory that is added; what is added can be resolved ({@link MAX_PATH_SEGMENTS}). */
export const MAX_PATH_SEGMENTS = 1024

/**
 * The names along an entry's path; none for a nameless file. Sources clean their paths; this refuses what
 * would not come back out: `.` and `..`, empty names, NUL, and paths deeper than {@link MAX_PATH_SEGMENTS}.
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
