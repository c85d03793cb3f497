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
  return new Uint8Array(
    tidepool.rollapp[name].encode(wireMessage(name, message, { path: name, isStored })).finish(),
  )
}

interface Place {
  readonly path: string
  readonly isStored: boolean
}

/** The message as generated code takes it. */
function wireMessage(name: MessageName, message: Message, { path, isStored }: Place): object {
  const wire: Record<string, unknown> = {}
  for (const field of SCHEMA[name]) {
    const value = message[field.name] ?? (isStored && field.alwaysPresent ? {} : undefined)
    if (value === undefined) continue
    const place = { path: `${path}.${field.name}`, isStored }
    wire[field.name] = Array.isArray(value)
      ? value.map((item) => wireValue(field, item, place))
      : wireValue(field, value, place)
  }
  return wire
}

function wireValue(field: Field, value: Value, place: Place): unknown {
  switch (field.type) {
    case 'uint64':
      return wireUint64(value, place)
    case 'message':
      if (isMessage(value)) return wireMessage(field.of, value, place)
      break
    case 'string':
      if (typeof value === 'string' && value.isWellFormed()) return value
      break
    case 'bytes':
      if (value instanceof Uint8Array) return value
      break
    case 'bool':
      if (typeof value === 'boolean') return value
      break
    case 'uint32':
      if (typeof value === 'number' && value === value >>> 0) return value
      break
    case 'enum':
      if (typeof value === 'number' && value === (value | 0)) return value
      break
  }
  throw malformed(place.path, `not a value of type ${field.type}`)
}

/** Two halves where a number would round. */
function wireUint64(value: Value, { path }: Place): unknown {
  if (typeof value !== 'bigint' || value < 0n || value > MAX_UINT64)
    throw malformed(path, 'not an integer of 64 bits')
  if (value <= MAX_SAFE) return Number(value)
  return { low: Number(value & 0xffffffffn) | 0, high: Number(value >> 32n) | 0 }
}

const MAX_UINT64 = 2n ** 64n - 1n
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)

function isMessage(value: Value): value is Message {
  return typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array)
}
