import { DomainError } from '../../errors.ts'
import type { WireType } from './wire.ts'

const TRUE = new Set(['', '1', 't', 'true'])
const FALSE = new Set(['0', 'f', 'false'])

const RANGES = {
  int: [-(2n ** 31n), 2n ** 31n - 1n],
  uint: [0n, 2n ** 32n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
} as const

/**
 * Parses the value of an option. Throws `invalid-argument` with the reference's text. Spec gap: the spellings
 * of booleans and the bases of integers are the reference's. 64-bit integers beyond 2^53 - 1 are clamped to
 * that number.
 */
export function readValue(
  name: string,
  value: string,
  wire: Exclude<WireType, 'array'>,
): string | number | boolean {
  if (wire === 'string') return value
  const parsed = wire === 'bool' ? readBool(value) : readInteger(value, wire)
  if (parsed !== undefined) return parsed
  const shown = value === '' ? 'empty value' : `value ${JSON.stringify(value)}`
  throw new DomainError(
    'invalid-argument',
    `could not convert ${shown} to type "${wire}" (for option "-${name}")`,
  )
}

function readBool(value: string): boolean | undefined {
  const lower = value.toLowerCase()
  if (TRUE.has(lower)) return true
  return FALSE.has(lower) ? false : undefined
}

/**
 * Parses an integer with Go's base prefixes: `0x`, `0b`, `0o` and a leading zero for octal. A digit may have an
 * underscore before it, unless it is the first of all. `uint` has no sign.
 */
function readInteger(value: string, wire: keyof typeof RANGES): number | undefined {
  const found = /^([+-]?)(0x(?:_?[0-9a-f])+|0b(?:_?[01])+|0o?(?:_?[0-7])+|[1-9](?:_?[0-9])*|0)$/i.exec(value)
  if (!found || (wire === 'uint' && found[1] !== '')) return undefined
  const digits = (found[2] ?? '').replaceAll('_', '').replace(/^0o?(?=[0-7])/i, '0o')
  const integer = BigInt(digits) * (found[1] === '-' ? -1n : 1n)
  const [least, most] = RANGES[wire]
  if (integer < least || integer > most) return undefined
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(integer)))
}
