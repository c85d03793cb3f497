import { DomainError } from '../../errors.ts'
import { joinBytes } from '../bytes/bytes.ts'
import { decodeMultibaseText } from './decode-multibase.ts'
import { type MultibaseCodec, multibaseFor, multibaseOf } from './multibase.ts'

/** Most bytes that are encoded at once, and most characters that are decoded. */
export const MAX_MULTIBASE_BYTES = 1024 * 1024

/** The same for bases whose letters are not whole bits: the work grows with the square of the length. */
const MAX_BIG_NUMBER_BYTES = 8 * 1024

const BIG_NUMBER_BASES: ReadonlySet<string> = new Set([
  'base10',
  'base36',
  'base36upper',
  'base58btc',
  'base58flickr',
])

const IDENTITY_PREFIX = 0

/** A multibase by its name or prefix. Throws `unsupported` with the reference implementation's text for another. */
export function namedMultibase(name: string): MultibaseCodec<string> {
  const base = multibaseFor(name)
  if (base) return base
  throw new DomainError('unsupported', `unsupported multibase encoding: ${name.slice(0, 1024)}`)
}

/** Bytes as multibase text, in UTF-8; in the identity base the bytes behind a zero. Throws `too-large`. */
export function encodeMultibase(bytes: Uint8Array, base: MultibaseCodec<string>): Uint8Array {
  assertLength(bytes.byteLength, base)
  if (base.name === 'identity') return joinBytes([Uint8Array.of(IDENTITY_PREFIX), bytes])
  return new TextEncoder().encode(base.encoder.encode(bytes))
}

/** The bytes of multibase text in UTF-8. Throws `invalid-argument` for what is none, `too-large`. */
export function decodeMultibase(encoded: Uint8Array): Uint8Array {
  if (encoded.byteLength === 0) throw undecodable('cannot decode multibase for zero length string')
  if (encoded[0] === IDENTITY_PREFIX) return encoded.subarray(1)
  const text = new TextDecoder('utf-8', { ignoreBOM: true, fatal: false }).decode(encoded)
  const base = multibaseOf(text)
  if (!base) throw undecodable('selected encoding not supported')
  assertLength(encoded.byteLength, base)
  try {
    return decodeMultibaseText(text, base)
  } catch (cause) {
    throw undecodable(cause instanceof Error ? cause.message : 'not in its alphabet', cause)
  }
}

function assertLength(length: number, { name }: MultibaseCodec<string>): void {
  const most = BIG_NUMBER_BASES.has(name) ? MAX_BIG_NUMBER_BYTES : MAX_MULTIBASE_BYTES * 8 + 1
  if (length > most)
    throw new DomainError('too-large', `Cannot convert to or from ${name}: over ${most} bytes`)
}

function undecodable(reason: string, cause?: unknown): DomainError {
  return new DomainError('invalid-argument', `failed to decode multibase: ${reason}`, { cause })
}
