const NS_PER_MS = 1_000_000n

const TIMESTAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9})\d*)?(Z|[+-]\d\d:\d\d)$/

/** A time of RFC 3339 in nanoseconds since the Unix epoch; `undefined` for any other text. */
export function parseTimestamp(text: string): bigint | undefined {
  if (text.length > MAX_CHARACTERS) return undefined
  const [, whole, fraction = '', zone] = TIMESTAMP.exec(text) ?? []
  const timeMs = Date.parse(`${whole}${zone}`)
  if (Number.isNaN(timeMs)) return undefined
  return BigInt(timeMs) * NS_PER_MS + BigInt(fraction.padEnd(9, '0'))
}

/** Far beyond the time of any clock. */
const MAX_CHARACTERS = 64

/** A time in milliseconds since the Unix epoch as RFC 3339 has it, in UTC; to be within the years 0 to 9999. */
export function formatTimestamp(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
