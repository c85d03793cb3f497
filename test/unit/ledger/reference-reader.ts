import { type Field, type MessageName, SCHEMA } from '../../../proto/gen/ledger-schema.ts'
import type { FieldValue, Message } from '../../../src/ledger/records/message.ts'

/** Bytes that are no message. */
export class Refused extends Error {}

interface Cursor {
  readonly bytes: Uint8Array
  at: number
  readonly end: number
}

/**
 * Reads a message rule by rule, as the ledger document gives them, with neither the guard nor the library: what
 * both together must agree with. Fields that are absent stay absent. Throws {@link Refused}.
 */
export function referenceRead(
  name: MessageName,
  bytes: Uint8Array,
  { strict }: { readonly strict: boolean },
): Message {
  return readMessage(name, { bytes, at: 0, end: bytes.byteLength }, { strict, into: {} })
}

interface Reading {
  readonly strict: boolean
  /** What was read of the same message before: it is merged. */
  readonly into: Message
}

function readMessage(name: MessageName, cursor: Cursor, { strict, into }: Reading): Message {
  const message: Record<string, FieldValue | undefined> = { ...into }
  while (cursor.at < cursor.end) {
    const [number, wireType] = tagOf(cursor)
    const field = SCHEMA[name].find((known) => known.number === number)
    if (!field || !mayBe(field, wireType)) {
      if (strict) throw new Refused()
      skip(cursor, { number, wireType, depth: 1 })
      continue
    }
    const before = message[field.name]
    const list = Array.isArray(before) ? before : []
    if (isLong(field)) {
      const value = longValue(field, within(cursor), { strict, into: merged(field, before) })
      message[field.name] = field.repeated ? [...list, value] : value
    } else if (wireType === 0) {
      const value = numberOf(field, varint(cursor))
      message[field.name] = field.repeated ? [...list, value] : value
    } else {
      const packed = within(cursor)
      const values: FieldValue[] = []
      while (packed.at < packed.end) values.push(numberOf(field, varint(packed)))
      message[field.name] = [...list, ...values]
    }
  }
  return message
}

const isLong = ({ type }: Field) => type === 'message' || type === 'string' || type === 'bytes'

const mayBe = (field: Field, wireType: number) =>
  isLong(field) ? wireType === 2 : wireType === 0 || (field.repeated && wireType === 2)

function merged(field: Field, before: FieldValue | undefined): Message {
  return field.type === 'message' && !field.repeated && before !== undefined ? (before as Message) : {}
}

function longValue(field: Field, part: Cursor, reading: Reading): FieldValue {
  const bytes = part.bytes.slice(part.at, part.end)
  if (field.type === 'message') return readMessage(field.of, part, reading)
  if (field.type === 'bytes') return bytes
  const text = Buffer.from(bytes).toString('utf8')
  if (!Buffer.from(text, 'utf8').equals(bytes)) throw new Refused()
  return text
}

function numberOf({ type }: Field, value: bigint): FieldValue {
  if (type === 'bool') return value !== 0n
  if (type === 'enum') return Number(BigInt.asIntN(32, value))
  return type === 'uint32' ? Number(BigInt.asUintN(32, value)) : value
}

function byteOf(cursor: Cursor): number {
  const byte = cursor.at < cursor.end ? cursor.bytes[cursor.at] : undefined
  if (byte === undefined) throw new Refused()
  cursor.at += 1
  return byte
}

function varint(cursor: Cursor, { most = 10, bits = 64n } = {}): bigint {
  let value = 0n
  for (let index = 0n; index < most; index += 1n) {
    const byte = byteOf(cursor)
    value += BigInt(byte & 127) << (7n * index)
    if (byte < 128 && value < 1n << bits) return value
    if (byte < 128) break
  }
  throw new Refused()
}

const small = (cursor: Cursor) => Number(varint(cursor, { most: 5, bits: 32n }))

function tagOf(cursor: Cursor): readonly [number: number, wireType: number] {
  const tag = small(cursor)
  if (tag < 8) throw new Refused()
  return [Math.floor(tag / 8), tag % 8]
}

/** The next part that says its length, which is passed over. */
function within(cursor: Cursor): Cursor {
  const length = small(cursor)
  const [at, end] = [cursor.at, cursor.at + length]
  if (end > cursor.end) throw new Refused()
  cursor.at = end
  return { bytes: cursor.bytes, at, end }
}

interface Unknown {
  readonly number: number
  readonly wireType: number
  readonly depth: number
}

function skip(cursor: Cursor, { number, wireType, depth }: Unknown): void {
  const fixed = { 1: 8, 5: 4 }[wireType]
  if (wireType === 0) varint(cursor)
  else if (wireType === 2) within(cursor)
  else if (fixed !== undefined) for (let left = fixed; left > 0; left -= 1) byteOf(cursor)
  else if (wireType !== 3 || depth > 100) throw new Refused()
  else {
    for (;;) {
      const [inner, innerType] = tagOf(cursor)
      if (innerType === 4 && inner === number) return
      skip(cursor, { number: inner, wireType: innerType, depth: depth + 1 })
    }
  }
}
