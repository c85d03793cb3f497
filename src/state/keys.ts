import { joinBytes } from '../codec/bytes/bytes.ts'
import type { Range } from '../ports/datastore.ts'

const ENCODER = new TextEncoder()
/** A key may begin with the character that decoders take for a byte order mark by default. */
const DECODER = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })

/** Joins texts (as UTF-8) and bytes into a Datastore key. */
export function keyOf(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  return joinBytes(parts.map((part) => (typeof part === 'string' ? ENCODER.encode(part) : part)))
}

/** The text that {@link keyOf} has put behind a prefix. */
export function textBehind(prefix: Uint8Array, key: Uint8Array): string {
  return DECODER.decode(key.subarray(prefix.byteLength))
}

/** The range of all keys with this prefix. */
export function prefixRange(prefix: Uint8Array): Range {
  const last = prefix.findLastIndex((byte) => byte < 0xff)
  if (last < 0) return { gte: prefix }
  const end = prefix.slice(0, last + 1)
  end[last] = (end[last] ?? 0) + 1
  return { gte: prefix, lt: end }
}
