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

function plainMessage(name: MessageName, wire: object, isRecord: boolean): Message {
  const message: Record<string, Value | undefined> = {}
  const values: Record<string, unknown> = { ...wire }
  for (const field of SCHEMA[name]) {
    const value = values[field.name] ?? (isRecord && field.alwaysPresent ? {} : undefined)
    const plain = Array.isArray(value)
      ? value.map((item) => plainValue(field, item, isRecord))
      : value === undefined
        ? defaultOf(field)
        : plainValue(field, value, isRecord)
    if (plain !== undefined) message[field.name] = plain
  }
  return message
}

/** Generated code gives each field its own type, but 64 bits as two halves. */
function plainValue(field: Field, value: unknown, isRecord: boolean): Value {
  if (field.type === 'message') return plainMessage(field.of, value as object, isRecord)
  if (field.type !== 'uint64') return value as Value
  const { low, high } = value as { low: number; high: number }
  return high === 0 ? BigInt(low >>> 0) : (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)
}
