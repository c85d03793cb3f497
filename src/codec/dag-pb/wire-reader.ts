import { DomainError } from '../../errors.ts'

/** The position of a protobuf decoder. */
export interface WireReader {
  readonly bytes: Uint8Array
  /** Offset of the next byte. One past the end after a final number that is truncated in its fourth byte. */
  at: number
  /** Added to offsets in errors: the position of these bytes in the enclosing message. */
  readonly offset: number
}

/**
 * Reads the low 32 bits of a varint. One of more than five bytes takes ten, whatever they contain. Throws
 * `corrupt` when the bytes end.
 *
 * This and the functions below accept exactly what `protons-runtime` accepts, the protobuf decoder of the
 * JavaScript libraries of this network, because nodes exist that depend on it: the wire type of a known field
 * is ignored, and varints may be padded.
 */
export function readUint32(reader: WireReader): number {
  const { bytes } = reader
  let value = 0
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = bytes[reader.at] ?? 0x80
    reader.at += 1
    value |= (byte & 0x7f) << shift
    if (byte < 0x80) return value >>> 0
  }
  reader.at += 5
  if (reader.at > bytes.byteLength) {
    reader.at = bytes.byteLength
    throw outOfRange(reader, 10)
  }
  return value >>> 0
}

/**
 * Reads an unsigned 64-bit varint. A `bigint` if a number would lose precision. Throws `corrupt` for more than
 * ten bytes, and when the bytes end. Within the last four bytes, a varint ends at its fourth byte.
 */
export function readUnsigned64(reader: WireReader): number | bigint {
  const { bytes } = reader
  const isNearEnd = bytes.byteLength - reader.at <= 4
  let low = 0
  let high = 0
  for (let index = 0; index < 10; index += 1) {
    const isLast = isNearEnd && index === 3
    if (reader.at >= bytes.byteLength && !isLast) throw outOfRange(reader, 1)
    const byte = bytes[reader.at] ?? 0
    reader.at += 1
    if (index < 5) low |= (byte & 0x7f) << (7 * index)
    if (index === 4) high |= (byte & 0x7f) >> 4
    if (index > 4) high |= (byte & 0x7f) << (7 * index - 32)
    if (byte < 0x80 || isLast) return join(high >>> 0, low >>> 0)
  }
  throw fault('invalid varint encoding')
}

function join(high: number, low: number): number | bigint {
  return high < 2 ** 21 ? high * 2 ** 32 + low : (BigInt(high) << 32n) | BigInt(low)
}

/** Reads a signed 64-bit varint, like {@link readUnsigned64}. */
export function readInt64(reader: WireReader): number | bigint {
  const value = readUnsigned64(reader)
  return typeof value === 'bigint' ? BigInt.asIntN(64, value) : value
}

/** Reads four bytes as an unsigned number. Throws `corrupt` when the bytes end. */
export function readFixed32(reader: WireReader): number {
  const at = pass(reader, 4)
  const [first = 0, second = 0, third = 0, fourth = 0] = reader.bytes.subarray(at, at + 4)
  return (first | (second << 8) | (third << 16) | (fourth << 24)) >>> 0
}

/** Reads length-delimited bytes as a view. Throws `corrupt` when there are fewer. */
export function readBytes(reader: WireReader): Uint8Array {
  const length = readUint32(reader)
  const at = pass(reader, length)
  return reader.bytes.subarray(at, at + length)
}

/**
 * Skips the value of an unknown field. The numbers of groups are not compared, and an unclosed group is an
 * error. Throws `corrupt` for unknown wire types.
 */
export function skipValue(reader: WireReader, wireType: number): void {
  let depth = 0
  do {
    const type = depth === 0 ? wireType : readUint32(reader) & 7
    if (type === GROUP) depth += 1
    else if (type === END_GROUP && depth > 0) depth -= 1
    else skipPlain(reader, type)
  } while (depth > 0)
}

const [VARINT, FIXED64, BYTES, GROUP, END_GROUP, FIXED32] = [0, 1, 2, 3, 4, 5]

function skipPlain(reader: WireReader, wireType: number): void {
  if (wireType === VARINT) skipVarint(reader)
  else if (wireType === FIXED64) pass(reader, 8)
  else if (wireType === BYTES) readBytes(reader)
  else if (wireType === FIXED32) pass(reader, 4)
  else throw fault(`invalid wire type ${wireType} at offset ${reader.at + reader.offset}`)
}

function skipVarint(reader: WireReader): void {
  let byte: number
  do {
    byte = reader.bytes[pass(reader, 1)] ?? 0
  } while (byte >= 0x80)
}

/** Skips `length` bytes and returns their offset. */
function pass(reader: WireReader, length: number): number {
  const { at } = reader
  if (at + length > reader.bytes.byteLength) throw outOfRange(reader, length)
  reader.at = at + length
  return at
}

function outOfRange({ bytes, at, offset }: WireReader, length: number): DomainError {
  return fault(`index out of range: ${at + offset} + ${length} > ${bytes.byteLength + offset}`)
}

function fault(text: string): DomainError {
  return new DomainError('corrupt', `proto: ${text}`)
}
