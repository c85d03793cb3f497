/** What the system says of a file by a code. */
const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'exists already',
  ENOENT: 'does not exist',
  EACCES: 'permission denied',
  EISDIR: 'is a folder',
  ENOTDIR: 'is not in a folder',
}

/** The text of an error for a person: of an error of a file, its path and the reason. Only a file to write may exist. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '', path } = error as NodeJS.ErrnoException
  const reason = REASONS[code]
  if (path === undefined || reason === undefined) return error.message
  return `Cannot ${code === 'EEXIST' ? 'write' : 'open'} "${path}": ${reason}`
}
