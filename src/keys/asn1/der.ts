import { joinBytes } from '../../codec/bytes/bytes.ts'
import { DomainError } from '../../errors.ts'

/** Tags of the ASN.1 values in keys. Spec: X.690, section 8. */
export const DER = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  sequence: 0x30,
  /** The explicit tags `[0]` and `[1]` around another value. */
  explicit0: 0xa0,
  explicit1: 0xa1,
} as const

/** A parsed value. Its content is a view. */
export interface DerValue {
  readonly tag: number
  readonly content: Uint8Array
}

/** Maximum number of values in a sequence. Keys have fewer. */
const MAX_CHILDREN = 16

/** Bytes of the longest accepted length: up to 16 MiB. */
const MAX_LENGTH_BYTES = 3

/** Reads bytes that are exactly one value, without parsing its content. Throws `corrupt`. */
export function readDer(bytes: Uint8Array, tag: number): Uint8Array {
  const { value, next } = valueAt(bytes, 0)
  if (next !== bytes.byteLength) throw fault('trailing data')
  return contentOf(value, tag)
}

/** Reads the values in the content of a sequence. Throws `corrupt`, also for more than 16 values. */
export function readDerValues(content: Uint8Array): readonly DerValue[] {
  const values: DerValue[] = []
  for (let at = 0; at < content.byteLength; ) {
    const { value, next } = valueAt(content, at)
    values.push(value)
    if (values.length > MAX_CHILDREN) throw fault(`more than ${MAX_CHILDREN} values in a sequence`)
    at = next
  }
  return values
}

/** The content of a required value with this tag. Throws `corrupt`. */
export function contentOf(value: DerValue | undefined, tag: number): Uint8Array {
  if (!value) throw fault('sequence truncated')
  if (value.tag !== tag) throw fault(`tag is ${value.tag} where ${tag} was expected`)
  return value.content
}

/** The magnitude of a non-negative integer, without leading zeros. Throws `corrupt`. */
export function unsignedOf(value: DerValue | undefined): Uint8Array {
  const bytes = contentOf(value, DER.integer)
  const [first, second] = bytes
  if (first === undefined || first >= 0x80) throw fault('integer is empty or negative')
  if (first === 0 && second !== undefined && second < 0x80) throw fault('integer not minimally encoded')
  return first === 0 ? bytes.subarray(1) : bytes
}

/** A non-negative integer of up to 32 bits. Throws `corrupt`. */
export function smallNumberOf(value: DerValue | undefined): number {
  const bytes = unsignedOf(value)
  if (bytes.byteLength > 4) throw fault('integer too large')
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0)
}

/** The bytes of a bit string without unused bits. Throws `corrupt`. */
export function bitsOf(value: DerValue | undefined): Uint8Array {
  const content = contentOf(value, DER.bitString)
  if (content[0] !== 0) throw fault('bit string has unused bits')
  return content.subarray(1)
}

/** Encodes one value with the concatenated contents. */
export function der(tag: number, ...contents: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = contents.reduce((sum, { byteLength }) => sum + byteLength, 0)
  return joinBytes([Uint8Array.of(tag, ...lengthBytes(length)), ...contents])
}

/** Encodes a non-negative integer, given as big-endian bytes. */
export function derUnsigned(magnitude: Uint8Array): Uint8Array<ArrayBuffer> {
  const start = magnitude.findIndex((byte) => byte !== 0)
  const bytes = start < 0 ? Uint8Array.of(0) : magnitude.subarray(start)
  return der(DER.integer, (bytes[0] ?? 0) >= 0x80 ? Uint8Array.of(0) : new Uint8Array(0), bytes)
}

/** Encodes an object identifier, such as `1.2.840.113549.1.1.1`, as the content of its value. */
export function oid(text: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  const groups = [first * 40 + second, ...rest].map((arc) => {
    const bytes = [arc & 0x7f]
    for (let left = arc >>> 7; left > 0; left >>>= 7) bytes.unshift((left & 0x7f) | 0x80)
    return bytes
  })
  return Uint8Array.from(groups.flat())
}

function valueAt(bytes: Uint8Array, start: number): { value: DerValue; next: number } {
  const tag = bytes[start]
  const first = bytes[start + 1]
  if (tag === undefined || first === undefined) throw fault('truncated tag or length')
  if ((tag & 0x1f) === 0x1f) throw fault('tag of several bytes')
  let at = start + 2
  let length = first
  if (first >= 0x80) {
    const count = first & 0x7f
    if (count === 0 || count > MAX_LENGTH_BYTES) throw fault('length indefinite or too large')
    length = 0
    for (const byte of bytes.subarray(at, at + count)) length = length * 256 + byte
    if (at + count > bytes.byteLength) throw fault('truncated tag or length')
    if (lengthBytes(length).length !== count + 1) throw fault('length not minimally encoded')
    at += count
  }
  const next = at + length
  if (next > bytes.byteLength) throw fault('data truncated')
  return { value: { tag, content: bytes.subarray(at, next) }, next }
}

function lengthBytes(length: number): readonly number[] {
  if (length < 0x80) return [length]
  const bytes: number[] = []
  for (let left = length; left > 0; left = Math.floor(left / 256)) bytes.unshift(left % 256)
  return [0x80 | bytes.length, ...bytes]
}

function fault(reason: string): DomainError {
  return new DomainError('corrupt', `asn1: syntax error: ${reason}`)
}
