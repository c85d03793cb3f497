/** For `JSON.stringify`: errors and big integers have no JSON of their own. */
export function plainValue(_key: string, value: unknown): unknown {
  if (value instanceof Error) return value.stack ?? String(value)
  return typeof value === 'bigint' ? value.toString() : value
}
