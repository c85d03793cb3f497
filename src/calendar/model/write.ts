import { DomainError, type ErrorCode } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Zone } from '../time/zone.ts'
import type { CalendarDraft } from './calendar.ts'
import type { EVENT_FIELDS } from './event.ts'
import type { FieldTable, ReadAs } from './field.ts'
import type { ORGANIZER_FIELDS, VENUE_FIELDS } from './places.ts'
import type { CATEGORY_FIELDS, FetchedImages } from './records.ts'
import type { Actor } from './settings.ts'
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

/** Context of every plan of a write. */
export interface Planning extends AbortOptions {
  /** Shows the changes that the plan has made so far. */
  readonly view: CalendarDraft
  readonly actor: Actor
  readonly siteZone: Zone
  /** The time of the request. */
  readonly nowMs: number
  /** Pictures that the request named by URL, fetched before the write began. */
  readonly fetchedImages: FetchedImages
}

/** The reason why a well-formed write is refused. The wire has a code, a text and a status for each. */
export type WriteRefusal =
  | { readonly kind: 'invalid'; readonly field: 'start' | 'end' | 'timezone' | 'image' | 'name' }
  | { readonly kind: 'forbidden'; readonly isKnown: boolean }
  | { readonly kind: 'not-created'; readonly collection: 'venues' | 'organizers' }
  | { readonly kind: 'empty-name' }
  | { readonly kind: 'too-deep'; readonly mostLevels: number }
  | { readonly kind: 'term-exists'; readonly collection: 'categories' | 'tags'; readonly id: number }
  | { readonly kind: 'slug-taken'; readonly slug: string }

const CODES: Readonly<Record<WriteRefusal['kind'], ErrorCode>> = {
  invalid: 'invalid-argument',
  forbidden: 'forbidden',
  'not-created': 'invalid-argument',
  'empty-name': 'invalid-argument',
  'too-deep': 'invalid-argument',
  'term-exists': 'already-exists',
  'slug-taken': 'already-exists',
}

/** The error of a refused write. */
export function refuse(refusal: WriteRefusal): DomainError {
  return new DomainError(CODES[refusal.kind], `Cannot change calendar: ${refusal.kind}`, {
    details: { refusal },
  })
}

/** The refusal that {@link refuse} was given; `undefined` for any other error. */
export function refusalOf({ details }: DomainError): WriteRefusal | undefined {
  return (details as { readonly refusal?: WriteRefusal }).refusal
}
