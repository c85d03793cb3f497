import { type Field, type MessageName, SCHEMA } from '../../../proto/gen/ledger-schema.ts'

/** Any value of a field: 64 bits are a bigint, an enum its number. */
export type FieldValue = string | bigint | number | boolean | Uint8Array | Message | readonly FieldValue[]

/**
 * A message of any type by the JSON names of its fields, as the code that works on all types sees it. An
 * absent scalar stands for its default; an absent embedded message is not the same as an empty one.
 */
export type Message = { readonly [name: string]: FieldValue | undefined }

/** What an absent field means; undefined for an embedded message, which is then really absent. */
export function defaultOf(field: Field): FieldValue | undefined {
  if (field.repeated) return []
  switch (field.type) {
    case 'string':
      return ''
    case 'bytes':
      return NO_BYTES
    case 'bool':
      return false
    case 'uint64':
      return 0n
    case 'uint32':
    case 'enum':
      return 0
    case 'message':
      return undefined
  }
}

const NO_BYTES = new Uint8Array(0)

/** A message that is being read. */
export type Draft = Record<string, FieldValue | undefined>

/** All fields in their order, as they are when the bytes do not have them. */
export function emptyMessage(name: MessageName, isRecord: boolean): Draft {
  const message: Draft = {}
  for (const field of SCHEMA[name]) {
    const isPresent = field.type !== 'message' || field.repeated
    if (isPresent) message[field.name] = defaultOf(field)
    else message[field.name] = isRecord && field.alwaysPresent ? emptyMessage(field.of, true) : undefined
  }
  return message
}
