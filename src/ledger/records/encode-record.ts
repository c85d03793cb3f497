import { type Field, type MessageName, type Messages, SCHEMA } from '../../../proto/gen/ledger-schema.ts'
import { ProtobufWriter, WIRE_TYPES } from '../../codec/protobuf.ts'
import { malformed } from './malformed.ts'
import type { FieldValue, Message } from './message.ts'

/**
 * Encodes a record in its stored form: ascending field numbers, defaults omitted, messages that are always present
 * written even when empty. This form is unique for each value, so CIDs are computed from it. Source: ledger
 * document, section 2. Throws `invalid-argument` (3000) for numbers out of range and texts with lone surrogates.
 */
export function encodeRecord<Name extends MessageName>(name: Name, record: Messages[Name]): Uint8Array {
  return encode(name, record, true)
}

/** Encodes plain proto3, which writes an embedded message only if it is set. Throws like {@link encodeRecord}. */
export function encodeMessage(name: MessageName, message: Message): Uint8Array {
  return encode(name, message, false)
}

interface Writing {
  readonly writer: ProtobufWriter
  readonly isStored: boolean
  /** Name of the message that is being written. */
  readonly name: MessageName
}

function encode(name: MessageName, message: Message, isStored: boolean): Uint8Array {
  const writer = new ProtobufWriter()
  writeMessage(message, { writer, isStored, name })
  return writer.finish()
}

/** Relies on the schema, which lists fields by ascending number. */
function writeMessage(message: Message, writing: Writing): void {
  for (const field of SCHEMA[writing.name]) {
    const value = message[field.name] ?? (writing.isStored && field.alwaysPresent ? {} : undefined)
    if (value === undefined) continue
    if (field.repeated) writeList(field, value, writing)
    else if (field.type === 'message') writeEmbedded(field, value, writing)
    else writeSingle(field, scalarOf(field, value, writing), writing)
  }
}

function writeList(field: Field, items: FieldValue, writing: Writing): void {
  if (!Array.isArray(items)) throw malformed(`${writing.name}.${field.name}`, 'not a list')
  const { writer } = writing
  if (field.type === 'message') {
    for (const item of items) writeEmbedded(field, item, writing)
  } else if (field.type === 'string' || field.type === 'bytes') {
    for (const item of items) writeScalar(scalarOf(field, item, writing), writer.varint(tagOf(field)))
  } else if (items.length > 0) {
    writer.varint(tagOf(field, WIRE_TYPES.BYTES)).open()
    for (const item of items) writeScalar(scalarOf(field, item, writing), writer)
    writer.close()
  }
}

function writeEmbedded(field: Field, value: FieldValue, { writer, isStored, name }: Writing): void {
  if (field.type !== 'message' || !isMessage(value)) throw notOfType(field, name)
  writer.varint(tagOf(field)).open()
  writeMessage(value, { writer, isStored, name: field.of })
  writer.close()
}

function writeSingle(field: Field, scalar: Scalar, { writer }: Writing): void {
  const isDefault = scalar instanceof Uint8Array ? scalar.byteLength === 0 : !scalar
  if (!isDefault) writeScalar(scalar, writer.varint(tagOf(field)))
}

function tagOf({ number, type }: Field, wireType?: number): number {
  const isLong = type === 'string' || type === 'bytes' || type === 'message'
  return (number << 3) | (wireType ?? (isLong ? WIRE_TYPES.BYTES : WIRE_TYPES.VARINT))
}

type Scalar = string | number | bigint | boolean | Uint8Array
function scalarOf(field: Field, value: FieldValue, { name }: Writing): Scalar {
  const scalar = checkedScalar(field, value)
  if (scalar === undefined) throw notOfType(field, name)
  return scalar
}

/** The value, or `undefined` if it does not have the type of the field. */
function checkedScalar({ type }: Field, value: FieldValue): Scalar | undefined {
  switch (typeof value) {
    case 'bigint':
      return type === 'uint64' && value >= 0n && value <= MAX_UINT64 ? value : undefined
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

const MAX_UINT64 = 2n ** 64n - 1n

/** Writes a scalar. A negative enum number is written in two's complement of 64 bits. */
function writeScalar(scalar: Scalar, writer: ProtobufWriter): void {
  if (scalar instanceof Uint8Array) writer.bytes(scalar)
  else if (typeof scalar === 'string') writer.string(scalar)
  else if (typeof scalar === 'boolean') writer.varint(Number(scalar))
  else writer.varint(scalar < 0 ? BigInt.asUintN(64, BigInt(scalar)) : scalar)
}

function isMessage(value: FieldValue): value is Message {
  return typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array)
}

function notOfType({ name, type }: Field, message: MessageName): Error {
  return malformed(`${message}.${name}`, `not a value of type ${type}`)
}
