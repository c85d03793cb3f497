import type { Status } from './status.ts'

/** The kinds of values that records hold. Source: `FORMAT.md`. */
export interface Stored {
  readonly text: string
  readonly status: Status
  readonly integer: number
  readonly flag: boolean
  readonly 'text or null': string | null
  readonly texts: readonly string[]
  readonly labelled: Readonly<Record<string, { readonly label: string; readonly value: string }>>
}

/** Names of the checks that a sent value must pass; the wire layer has one function for each. */
export type CheckName =
  | 'address'
  | 'category'
  | 'date'
  | 'flag or text'
  | 'image'
  | 'image or none'
  | 'latitude'
  | 'longitude'
  | 'organizers'
  | 'status'
  | 'substantial'
  | 'terms'
  | 'title'
  | 'user'
  | 'venue'
  | 'written'
  | 'zone'

/**
 * How a sent value is read; {@link SentValues} has the type of each. `text` accepts numbers too, `string` does not.
 * `flag` accepts a few spellings and nothing else, `switch` accepts any value.
 */
export type ReadAs =
  | 'text'
  | 'string'
  | 'integer'
  | 'status'
  | 'flag'
  | 'switch'
  | 'cost'
  | 'degrees'
  | 'address'
  | 'image'
  | 'venue'
  | 'organizers'
  | 'terms'

/** Documentation of one parameter, and the type that it must have. */
export interface Documented {
  readonly about: string
  readonly type?: 'string' | 'integer' | 'boolean'
  readonly format?: 'string' | 'double'
  readonly items?: 'integer'
  /** For the documentation only: the rules decide what a missing parameter means. */
  readonly default?: unknown
  readonly required?: boolean
  /** The type is for the documentation only: values of other types are accepted too, except null. */
  readonly lenient?: boolean
  /** True when an update may send an empty text, which empties the field. A new record may not. */
  readonly emptiable?: boolean
  /** True when recorded servers do not have it: only the OpenAPI document lists it. */
  readonly extension?: boolean
  /** The OpenAPI type, where `type` does not say it. */
  readonly described?: 'string' | 'integer' | 'number' | 'boolean' | 'array'
}

/** A field that requests may send. */
export interface SentField extends Documented {
  /** Name on the wire. */
  readonly wire: string
  readonly reads: ReadAs
  readonly check?: CheckName
}

/** One field of a record. Everything else about the field is derived from this value. */
export interface Field extends Partial<SentField> {
  readonly stored: keyof Stored
  /** Value of a flag in a new record when none is sent; `false` when absent. */
  readonly initial?: boolean
  /**
   * True for a field that was added after version 1 of the format. A record that lacks it has its initial value,
   * and one with that value is stored without it.
   */
  readonly added?: true
  /**
   * How answers print it: the stored value as it is, or a text as one plain line. Absent when its printer has code
   * for it. An extension is printed only where it differs from its initial value.
   */
  readonly shows?: 'value' | 'line'
  /** True for a field that lists show of an event with a password too. They hide every other field. */
  readonly unmasked?: true
}

/** A table of fields. Their order is that of parameters in routes and of names in errors. */
export type FieldTable = Readonly<Record<string, Field>>

/** The record that a table of fields declares. */
export type RecordOf<F extends FieldTable> = { readonly [Name in keyof F]: Stored[F[Name]['stored']] }

/** Initial values, by kind. */
const EMPTY: Stored = {
  text: '',
  status: 'draft',
  integer: 0,
  flag: false,
  'text or null': null,
  texts: [],
  labelled: {},
}

/** True for a field that requests may send. */
export function isSent(field: Field): field is Field & SentField {
  return field.wire !== undefined
}

/** The value of a field in a record that does not have it. */
export function initialOf({ stored, initial }: Field): Stored[keyof Stored] {
  return initial ?? EMPTY[stored]
}

/** True for the value of a field in a record that does not have it. */
export function isInitial(field: Field, value: unknown): boolean {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
  return isEmpty || value === initialOf(field)
}

const addedTo = new WeakMap<FieldTable, readonly (readonly [string, Field])[]>()

function addedFields(table: FieldTable): readonly (readonly [string, Field])[] {
  const added = addedTo.get(table) ?? Object.entries(table).filter(([, field]) => field.added)
  addedTo.set(table, added)
  return added
}

/** Adds the fields that were added to the table and that the stored record lacks, with their initial values. */
export function withAddedFields(table: FieldTable, values: unknown): unknown {
  const added = addedFields(table)
  if (added.length === 0 || typeof values !== 'object' || values === null) return values
  return { ...Object.fromEntries(added.map(([name, field]) => [name, initialOf(field)])), ...values }
}

/**
 * The record as it is stored: without the added fields that have their initial values, so that a new field changes
 * no block of a record that does not use it.
 */
export function withoutUnusedFields(table: FieldTable, record: object): object {
  const unused = addedFields(table).filter(([name, field]) => isInitial(field, Reflect.get(record, name)))
  if (unused.length === 0) return record
  const names = new Set(unused.map(([name]) => name))
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name)))
}
