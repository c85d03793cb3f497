import type { Mtime } from '../../ports/file-source.ts'

/** The first second of year 0 and the last of year 9999: the range of the format. */
const [FIRST, LAST] = [-62_167_219_200, 253_402_300_799]

/**
 * Formats a time as RFC 3339 in UTC, with as many fractional digits as it needs. `undefined` outside years 0 to
 * 9999.
 */
export function rfc3339({ seconds, nanoseconds = 0 }: Mtime): string | undefined {
  if (seconds < FIRST || seconds > LAST) return undefined
  const whole = new Date(seconds * 1000).toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss'.length)
  const fraction = nanoseconds > 0 ? `.${String(nanoseconds).padStart(9, '0').replace(/0+$/, '')}` : ''
  return `${whole}${fraction}Z`
}
