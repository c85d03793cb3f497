import { ENUMS, type Field, type MessageName, SCHEMA } from '../../../proto/gen/ledger-schema.ts'
import { toBase64 } from '../../codec/bytes/base64.ts'
import { defaultOf, type FieldValue, type Message } from './message.ts'

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject
export type JsonObject = { readonly [key: string]: JsonValue }

/**
 * Formats canonical proto3 JSON: JSON names, defaults omitted, 64-bit integers as decimal texts, enums by name (a
 * number without a name stays a number), bytes as padded base64. A present embedded message is printed even if it
 * is empty.
 */
export function toJson(name: MessageName, message: Message): JsonObject {
  const fields = SCHEMA[name].flatMap((field) => {
    const value = message[field.name]
    if (value === undefined || isDefault(field, value)) return []
    return [[field.name, printed(field, value, toJson)] as const]
  })
  return Object.fromEntries(fields)
}

/**
 * Formats JSON like the REST gateways of settlement chains: declared names, every field, `null` for absent messages
 * and empty bytes, `[]` for empty lists.
 */
export function toRestJson(name: MessageName, message: Message): JsonObject {
  const fields = SCHEMA[name].map((field) => {
    const value = message[field.name] ?? (field.alwaysPresent ? {} : defaultOf(field))
    const isNull = value === undefined || (value instanceof Uint8Array && value.byteLength === 0)
    return [field.declared, isNull ? null : printed(field, value, toRestJson)] as const
  })
  return Object.fromEntries(fields)
}

type Print = (name: MessageName, message: Message) => JsonValue

function printed(field: Field, value: FieldValue, print: Print): JsonValue {
  if (Array.isArray(value)) return value.map((item) => printed(field, item, print))
  if (field.type === 'message') return print(field.of, value as Message)
  if (field.type === 'enum') return enumName(field.of, value as number)
  if (value instanceof Uint8Array) return toBase64(value)
  return typeof value === 'bigint' ? String(value) : (value as string | number | boolean)
}

function enumName(name: keyof typeof ENUMS, value: number): string | number {
  const [found] = Object.entries(ENUMS[name]).find(([, number]) => number === value) ?? []
  return found ?? value
}

function isDefault(field: Field, value: FieldValue): boolean {
  if (Array.isArray(value)) return value.length === 0
  if (value instanceof Uint8Array) return value.byteLength === 0
  return field.type !== 'message' && value === defaultOf(field)
}
