import type { Field } from '../../../proto/gen/ledger-schema.ts'

/** Any field value. 64-bit integers are bigints, enums are their numbers. */
export type FieldValue = string | bigint | number | boolean | Uint8Array | Message | readonly FieldValue[]

/**
 * A message of any type, by the JSON names of its fields, for code that handles all types. An absent scalar means
 * its default; an absent embedded message differs from an empty one.
 */
export type Message = { readonly [name: string]: FieldValue | undefined }

/** The default of an absent field; `undefined` for an embedded message. */
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
