import { type Field, type MessageName, SCHEMA } from '../../../proto/gen/ledger-schema.ts'
import { WIRE_TYPES } from '../../codec/protobuf.ts'
import type { DomainError } from '../../errors.ts'
import { malformed } from './malformed.ts'
import { defaultOf, type FieldValue, type Message } from './message.ts'

/** The position of a record's reader, and its remaining limits. */
export interface WireReading {
  readonly bytes: Uint8Array
  at: number
  /** Remaining number of embedded messages and of entries in lists. */
  left: number
  /** Name of the message that is being read. */
  name: MessageName
  /** The two halves of the last varint. */
  low: number
  high: number
  readonly strict: boolean
  readonly isRecord: boolean
  /** The UTF-8 error of a text. It is thrown last: any other error takes precedence, wherever it occurs. */
  textFault?: unknown
}

/** A message that is being read. */
type Draft = Record<string, FieldValue | undefined>

/** A message with all fields in order, at their defaults. */
export function emptyMessage(name: MessageName, isRecord: boolean): Draft {
  const message: Draft = {}
  for (const field of SCHEMA[name]) {
    const isPresent = field.type !== 'message' || field.repeated
    if (isPresent) message[field.name] = defaultOf(field)
    else message[field.name] = isRecord && field.alwaysPresent ? emptyMessage(field.of, true) : undefined
  }
  return message
}

/** Reads fields up to `end` into the message, and merges repeated ones. */
export function readWireMessage(reading: WireReading, end: number, message: Draft): void {
  const { name } = reading
  const fields = FIELDS.get(name)
  while (reading.at < end) {
    const tag = readTag(reading, end)
    const wireType = tag & 7
    const field = fields?.get(tag >>> 3)
    if (field && isWireTypeOf(field, wireType)) readField(field, reading, { end, wireType, message })
    else if (!reading.strict) passUnknown(reading, tag, { end, depth: 0 })
    else if (field) throw fault(reading, `field "${field.name}" has wire type ${wireType}`)
    else throw fault(reading, `unknown field ${tag >>> 3}`)
  }
}

const FIELDS: ReadonlyMap<string, ReadonlyMap<number, Field>> = new Map(
  Object.entries(SCHEMA).map(([name, fields]) => [
    name,
    new Map(fields.map((field) => [field.number, field])),
  ]),
)

const { VARINT, BYTES } = WIRE_TYPES

function isWireTypeOf({ type, repeated }: Field, wireType: number): boolean {
  const isLong = type === 'string' || type === 'bytes' || type === 'message'
  return wireType === (isLong ? BYTES : VARINT) || (!isLong && repeated && wireType === BYTES)
}

interface Place {
  readonly end: number
  readonly wireType: number
  readonly message: Draft
}

function readField(field: Field, reading: WireReading, { end, wireType, message }: Place): void {
  // Messages and packed numbers are counted where they are read.
  if (field.repeated && (wireType === VARINT || isText(field))) countMessage(reading)
  if (wireType === VARINT) {
    put(field, message, readNumber(field, reading, end))
    return
  }
  const stop = readLength(reading, end)
  if (field.type === 'message') {
    put(field, message, readEmbedded(field.of, reading, { stop, before: message[field.name] }))
  } else if (isText(field)) {
    const bytes = reading.bytes.subarray(reading.at, stop)
    put(field, message, field.type === 'bytes' ? bytes : readText(bytes, reading))
    reading.at = stop
  } else {
    while (reading.at < stop) {
      countMessage(reading)
      put(field, message, readNumber(field, reading, stop))
    }
  }
}

function isText({ type }: Field): boolean {
  return type === 'string' || type === 'bytes'
}

function put({ name, repeated }: Field, message: Draft, value: FieldValue): void {
  if (repeated) (message[name] as FieldValue[]).push(value)
  else message[name] = value
}

function readEmbedded(
  of: MessageName,
  reading: WireReading,
  { stop, before }: { stop: number; before: FieldValue | undefined },
): Message {
  const { name } = reading
  reading.name = of
  countMessage(reading)
  const isFirst = before === undefined || Array.isArray(before)
  const message = isFirst ? emptyMessage(of, reading.isRecord) : (before as Draft)
  readWireMessage(reading, stop, message)
  reading.name = name
  return message
}

function readNumber({ type }: Field, reading: WireReading, end: number): FieldValue {
  readVarintHalves(reading, end)
  const { low, high } = reading
  if (type === 'bool') return (low | high) !== 0
  if (type === 'enum') return low
  if (type === 'uint32') return low >>> 0
  return high === 0 ? BigInt(low >>> 0) : (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function readText(bytes: Uint8Array, reading: WireReading): string {
  try {
    return UTF8.decode(bytes)
  } catch (cause) {
    reading.textFault ??= cause
    return ''
  }
}

/** Reads a tag, which has field number and wire type: at most five bytes, and not field 0. */
function readTag(reading: WireReading, end: number): number {
  const tag = readUint32(reading, end)
  if (tag >>> 3 === 0) throw fault(reading, 'field number 0')
  return tag
}

/** Reads a length of at most five bytes. Returns the end offset of the bytes after it. */
function readLength(reading: WireReading, end: number): number {
  const length = readUint32(reading, end)
  if (length > end - reading.at) throw fault(reading, `${length} bytes announced, ${end - reading.at} left`)
  return reading.at + length
}

function readUint32(reading: WireReading, end: number): number {
  const first = reading.bytes[reading.at] ?? 128
  if (first < 128 && reading.at < end) {
    reading.at += 1
    return first
  }
  let value = 0
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = readByte(reading, end)
    if (shift === 28 && byte > 15) break
    value += (byte & 127) * 2 ** shift
    if (byte < 128) return value
  }
  throw fault(reading, 'tag or length over 32 bits')
}

/** Reads a varint of at most ten bytes and 64 bits into `low` and `high`. */
function readVarintHalves(reading: WireReading, end: number): void {
  reading.low = 0
  reading.high = 0
  for (let index = 0; index < 10; index += 1) {
    const byte = readByte(reading, end)
    const bits = byte & 127
    if (index < 5) reading.low |= bits << (7 * index)
    if (index === 4) reading.high = bits >> 4
    if (index > 4) reading.high |= bits << (7 * index - 32)
    if (byte < 128) {
      if (index === 9 && byte > 1) throw fault(reading, 'varint over 64 bits')
      return
    }
  }
  throw fault(reading, 'varint over ten bytes')
}

function readByte(reading: WireReading, end: number): number {
  if (reading.at >= end) throw fault(reading, 'ends early')
  const byte = reading.bytes[reading.at] ?? 0
  reading.at += 1
  return byte
}

const MAX_GROUP_DEPTH = 100

/** Skips the value of a field. `depth` is the number of enclosing groups. */
function passUnknown(
  reading: WireReading,
  tag: number,
  { end, depth }: { end: number; depth: number },
): void {
  const [number, wireType] = [tag >>> 3, tag & 7]
  if (wireType === WIRE_TYPES.VARINT) readVarintHalves(reading, end)
  else if (wireType === WIRE_TYPES.FIXED64) passBytes(reading, 8, end)
  else if (wireType === WIRE_TYPES.BYTES) reading.at = readLength(reading, end)
  else if (wireType === WIRE_TYPES.GROUP) passGroup(reading, number, { end, depth: depth + 1 })
  else if (wireType === WIRE_TYPES.FIXED32) passBytes(reading, 4, end)
  else if (wireType === WIRE_TYPES.END_GROUP) throw fault(reading, `group ${number} ends and never began`)
  else throw fault(reading, `wire type ${wireType}`)
}

function passGroup(
  reading: WireReading,
  number: number,
  { end, depth }: { end: number; depth: number },
): void {
  if (depth > MAX_GROUP_DEPTH) throw fault(reading, `groups deeper than ${MAX_GROUP_DEPTH}`)
  while (reading.at < end) {
    const tag = readTag(reading, end)
    if ((tag & 7) !== WIRE_TYPES.END_GROUP) passUnknown(reading, tag, { end, depth })
    else if (tag >>> 3 === number) return
    else throw fault(reading, `group ${number} ends as ${tag >>> 3}`)
  }
  throw fault(reading, `group ${number} has no end`)
}

function passBytes(reading: WireReading, length: number, end: number): void {
  if (length > end - reading.at) throw fault(reading, 'ends early')
  reading.at += length
}

/** Counts one message against the limit. */
function countMessage(reading: WireReading): void {
  reading.left -= 1
  if (reading.left < 0) throw fault(reading, 'too many messages')
}

function fault({ name, at }: WireReading, problem: string): DomainError {
  return malformed(name, `${problem} (byte ${at})`)
}
