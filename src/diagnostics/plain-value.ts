/** Replacer for `JSON.stringify` that makes errors and big integers printable, which JSON cannot represent. */
export function plainValue(_key: string, value: unknown): unknown {
  if (value instanceof Error) return value.stack ?? String(value)
  return typeof value === 'bigint' ? value.toString() : value
}
