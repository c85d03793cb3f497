import { tidepool } from '../../../proto/gen/ledger.js'
import { type Field, type MessageName, type Messages, SCHEMA } from '../../../proto/gen/ledger-schema.ts'
import { guardWire, type WireLimits } from './guard-wire.ts'
import { malformed } from './malformed.ts'
import { defaultOf, type Message, type Value } from './message.ts'

/**
 * Reads a record in whatever order, padding and pieces proto3 allows; what is absent gets its default, and
 * messages that are always present are there. Byte fields are views of `bytes`. Throws `invalid-argument`
 * (3000) for everything that is no message.
 */
export function decodeRecord<Name extends MessageName>(
  name: Name,
  bytes: Uint8Array,
  limits: WireLimits = {},
): Messages[Name] {
  return plainMessage(name, parse(name, bytes, limits), true) as Messages[Name]
}

/** As {@link decodeRecord}, with embedded messages absent where the bytes have none. */
export function decodeMessage(name: MessageName, bytes: Uint8Array, limits: WireLimits = {}): Message {
  return plainMessage(name, parse(name, bytes, limits), false)
}

function parse(name: MessageName, bytes: Uint8Array, limits: WireLimits): object {
  guardWire(name, bytes, limits)
  try {
    return tidepool.rollapp[name].decode(bytes)
  } catch (cause) {
    throw malformed(name, 'not a message', cause)
  }
}

/**
 * The generated object without its class. It has every field, its own or its prototype's, but an empty object
 * that stands for an absent message has none.
 */
function plainMessage(name: MessageName, wire: object, isRecord: boolean): Message {
  const message: Record<string, Value> = {}
  const values = wire as Readonly<Record<string, unknown>>
  for (const field of SCHEMA[name]) {
    const value = values[field.name]
    if (field.repeated) message[field.name] = Array.isArray(value) ? plainList(field, value, isRecord) : []
    else if (field.type !== 'message') message[field.name] = plainScalar(field, value)
    else if (value) message[field.name] = plainMessage(field.of, value, isRecord)
    else if (isRecord && field.alwaysPresent) message[field.name] = plainMessage(field.of, ABSENT, isRecord)
  }
  return message
}

const ABSENT = {}

function plainList(field: Field, items: readonly unknown[], isRecord: boolean): Value[] {
  return field.type === 'message'
    ? items.map((item) => plainMessage(field.of, item as object, isRecord))
    : items.map((item) => plainScalar(field, item))
}

/** Generated code gives each field its own type, but 64 bits as two halves, and `Buffer`s where there are any. */
function plainScalar(field: Field, value: unknown): Value {
  if (value === undefined) return defaultOf(field) ?? 0
  if (field.type === 'bytes')
    return (value as Uint8Array).byteLength > 0 ? (value as Uint8Array) : new Uint8Array(0)
  if (field.type !== 'uint64') return value as Value
  const { low, high } = value as { readonly low: number; readonly high: number }
  return high === 0 ? BigInt(low >>> 0) : (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)
}
