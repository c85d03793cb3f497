import { tidepool } from '../../../proto/gen/ledger.js'
import { type Field, type MessageName, type Messages, SCHEMA } from '../../../proto/gen/ledger-schema.ts'
import { malformed } from './malformed.ts'
import type { Message, Value } from './message.ts'

/**
 * The stored form: ascending field numbers, defaults left out, messages that are always present written even
 * when empty. One value has exactly one such form, so it is what content ids are made of. Source: ledger
 * document, section 2. Throws `invalid-argument` (3000) for numbers out of range and texts that are no
 * Unicode.
 */
export function encodeRecord<Name extends MessageName>(name: Name, record: Messages[Name]): Uint8Array {
  return encode(name, record, true)
}

/** The plain proto3 form, which writes an embedded message only where there is one. Throws as {@link encodeRecord}. */
export function encodeMessage(name: MessageName, message: Message): Uint8Array {
  return encode(name, message, false)
}

/** A copy: the encoder's own bytes lie in a pool, and are a `Buffer` where there is one. */
function encode(name: MessageName, message: Message, isStored: boolean): Uint8Array {
  return new Uint8Array(tidepool.rollapp[name].encode(wireMessage(name, message, isStored)).finish())
}

/** The message as generated code takes it. */
function wireMessage(name: MessageName, message: Message, isStored: boolean): object {
  const wire: Record<string, unknown> = {}
  for (const field of SCHEMA[name]) {
    const value = message[field.name]
    if (value !== undefined) wire[field.name] = wireValue(field, value, { name, isStored })
    else if (isStored && field.alwaysPresent && field.type === 'message')
      wire[field.name] = wireMessage(field.of, {}, isStored)
  }
  return wire
}

interface Place {
  readonly name: MessageName
  readonly isStored: boolean
}

function wireValue(field: Field, value: Value, place: Place): unknown {
  if (!field.repeated) return wireItem(field, value, place)
  if (Array.isArray(value)) return value.map((item) => wireItem(field, item, place))
  throw malformed(`${place.name}.${field.name}`, 'not a list')
}

function wireItem(field: Field, value: Value, { name, isStored }: Place): unknown {
  if (field.type === 'message' && isMessage(value)) return wireMessage(field.of, value, isStored)
  const scalar = wireScalar(field, value)
  if (scalar === undefined) throw malformed(`${name}.${field.name}`, `not a value of type ${field.type}`)
  return scalar
}

/** `undefined` for what is no value of the field. */
function wireScalar({ type }: Field, value: Value): unknown {
  switch (typeof value) {
    case 'bigint':
      return type === 'uint64' ? wireUint64(value) : undefined
    case 'string':
      return type === 'string' && value.isWellFormed() ? value : undefined
    case 'boolean':
      return type === 'bool' ? value : undefined
    case 'number':
      if (type === 'uint32') return value === value >>> 0 ? value : undefined
      return type === 'enum' && value === (value | 0) ? value : undefined
    default:
      return type === 'bytes' && value instanceof Uint8Array ? value : undefined
  }
}

/** Two halves where a number would round. */
function wireUint64(value: bigint): unknown {
  if (value < 0n || value > MAX_UINT64) return undefined
  if (value <= MAX_SAFE) return Number(value)
  return { low: Number(value & 0xffffffffn) | 0, high: Number(value >> 32n) | 0 }
}

const MAX_UINT64 = 2n ** 64n - 1n
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)

function isMessage(value: Value): value is Message {
  return typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array)
}
