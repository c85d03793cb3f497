import type { EVENT_FIELDS } from './event.ts'
import type { FieldTable, ReadAs } from './field.ts'
import type { ORGANIZER_FIELDS, VENUE_FIELDS } from './places.ts'
import type { CATEGORY_FIELDS } from './records.ts'
import type { Status } from './status.ts'

/** A link to a record: its integer id, or the data of a record to create. */
export type SentLink<P> = { readonly id: number } | { readonly data: P }

/** The type of a sent value for each way of reading it. */
export interface SentValues {
  readonly text: string
  readonly string: string
  readonly integer: number
  readonly status: Status
  readonly flag: boolean
  readonly switch: boolean
  readonly cost: string
  readonly degrees: string
  readonly address: string
  /** Id or address of a picture; `null` for none. */
  readonly image: number | string | null
  readonly venue: readonly SentLink<VenuePatch>[]
  readonly organizers: readonly SentLink<OrganizerPatch>[]
  /** Ids, slugs or names. */
  readonly terms: readonly (number | string)[]
}

/**
 * The fields of a record that a request sends. A field that was not sent, or whose value says nothing, is absent or
 * `undefined`: an update leaves it unchanged.
 */
export type Patch<F extends FieldTable> = {
  readonly [Name in keyof F as F[Name] extends { readonly reads: ReadAs } ? Name : never]?:
    | (F[Name] extends { readonly reads: infer R extends ReadAs } ? SentValues[R] : never)
    | undefined
}

export type EventPatch = Patch<typeof EVENT_FIELDS>

/** A slug may be sent where the path names the old one. */
export interface VenuePatch extends Patch<typeof VENUE_FIELDS> {
  readonly slug?: string | undefined
}

export interface OrganizerPatch extends Patch<typeof ORGANIZER_FIELDS> {
  readonly slug?: string | undefined
}

/** Tags have no parent. */
export type TermPatch = Patch<typeof CATEGORY_FIELDS>

/** The patch of each collection that requests write. */
export interface Patches {
  readonly events: EventPatch
  readonly venues: VenuePatch
  readonly organizers: OrganizerPatch
  readonly categories: TermPatch
  readonly tags: TermPatch
}
