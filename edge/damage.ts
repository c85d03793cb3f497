/** What callers are told of a damaged database. */
export const DAMAGED =
  'Cannot use database of the node: its file is damaged. Stop the node, and restore a backup on a new one'

/**
 * True for SQLite's errors of damaged files, for the error that they become in the object, and for those of rows without
 * which no node opens.
 */
export function isDamage(error: unknown): boolean {
  return /SQLITE_(CORRUPT|NOTADB)|: its file is damaged\.|: its row is damaged/.test(String(error))
}
