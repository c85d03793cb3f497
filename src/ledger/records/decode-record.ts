import { type Field, type MessageName, type Messages, SCHEMA } from '../../../proto/gen/ledger-schema.ts'
import { malformed } from './malformed.ts'
import { defaultOf, type FieldValue, type Message } from './message.ts'
import {
  countMessage,
  fault,
  passUnknown,
  readLength,
  readTag,
  readVarintHalves,
  WIRE_TYPES,
  type WireScan,
} from './wire-scan.ts'

export interface WireLimits {
  /** True refuses unknown fields and wrong wire types; otherwise they are passed over. */
  readonly strict?: boolean
  readonly maxBytes?: number
  /** Most embedded messages, and numbers of packed lists: two bytes can ask for an object of a hundred. */
  readonly maxMessages?: number
}

const MAX_BYTES = 32 * 1024 * 1024
const MAX_MESSAGES = 262_144

/**
 * Reads a record in whatever order, padding and pieces proto3 allows; what is absent gets its default, and
 * messages that are always present are there. Byte fields are views of `bytes`. Throws `invalid-argument`
 * (3000) for everything that is no message.
 *
 * Refused everywhere: what ends early, varints over ten bytes or 64 bits, tags over five bytes or with number 0,
 * lengths over five bytes or beyond what holds them, groups that do not match, wire types 6 and 7, texts that
 * are no UTF-8. Accepted everywhere: any order, repeated fields, padded varints, packed and single numbers. The
 * reader of protobufjs is not used: it has no bound for what it builds and no strict form, so that a second
 * pass would have to come first. Spec gap: the document shows no decoder; where real ones disagree (bits above
 * 2^64), the stricter is followed.
 */
export function decodeRecord<Name extends MessageName>(
  name: Name,
  bytes: Uint8Array,
  limits: WireLimits = {},
): Messages[Name] {
  return read(name, bytes, { ...limits, isRecord: true }) as Messages[Name]
}

/** As {@link decodeRecord}, with embedded messages absent where the bytes have none. */
export function decodeMessage(name: MessageName, bytes: Uint8Array, limits: WireLimits = {}): Message {
  return read(name, bytes, { ...limits, isRecord: false })
}

interface Reading extends WireScan {
  readonly strict: boolean
  readonly isRecord: boolean
  /** Why a text is no UTF-8. Every other fault comes first, wherever it is. */
  textFault?: unknown
}

function read(
  name: MessageName,
  bytes: Uint8Array,
  {
    strict = false,
    maxBytes = MAX_BYTES,
    maxMessages = MAX_MESSAGES,
    isRecord,
  }: WireLimits & { isRecord: boolean },
): Message {
  if (bytes.byteLength > maxBytes) throw malformed(name, `${bytes.byteLength} bytes are over ${maxBytes}`)
  const reading: Reading = { bytes, at: 0, left: maxMessages, name, low: 0, high: 0, strict, isRecord }
  const message = emptyMessage(name, isRecord)
  readMessage(reading, bytes.byteLength, message)
  if (reading.textFault) throw malformed(name, 'not a message', reading.textFault)
  return message
}

type Draft = Record<string, FieldValue | undefined>

/** All fields in their order, as they are when the bytes do not have them. */
function emptyMessage(name: MessageName, isRecord: boolean): Draft {
  const message: Draft = {}
  for (const field of SCHEMA[name]) {
    const isPresent = field.type !== 'message' || field.repeated
    if (isPresent) message[field.name] = defaultOf(field)
    else message[field.name] = isRecord && field.alwaysPresent ? emptyMessage(field.of, true) : undefined
  }
  return message
}

/** Reads up to `end` into the message: what came before of it is merged. */
function readMessage(reading: Reading, end: number, message: Draft): void {
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

function readField(field: Field, reading: Reading, { end, wireType, message }: Place): void {
  if (wireType === VARINT) {
    put(field, message, readNumber(field, reading, end))
    return
  }
  const stop = readLength(reading, end)
  if (field.type === 'message') {
    put(field, message, readEmbedded(field.of, reading, { stop, before: message[field.name] }))
  } else if (field.type === 'string' || field.type === 'bytes') {
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

function put({ name, repeated }: Field, message: Draft, value: FieldValue): void {
  if (repeated) (message[name] as FieldValue[]).push(value)
  else message[name] = value
}

function readEmbedded(
  of: MessageName,
  reading: Reading,
  { stop, before }: { stop: number; before: FieldValue | undefined },
): Message {
  const { name } = reading
  reading.name = of
  countMessage(reading)
  const isFirst = before === undefined || Array.isArray(before)
  const message = isFirst ? emptyMessage(of, reading.isRecord) : (before as Draft)
  readMessage(reading, stop, message)
  reading.name = name
  return message
}

function readNumber({ type }: Field, reading: Reading, end: number): FieldValue {
  readVarintHalves(reading, end)
  const { low, high } = reading
  if (type === 'bool') return (low | high) !== 0
  if (type === 'enum') return low
  if (type === 'uint32') return low >>> 0
  return high === 0 ? BigInt(low >>> 0) : (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function readText(bytes: Uint8Array, reading: Reading): string {
  try {
    return UTF8.decode(bytes)
  } catch (cause) {
    reading.textFault ??= cause
    return ''
  }
}
