import type { EVENT_FIELDS } from './model/event.ts'
import type { FieldTable } from './model/field.ts'
import type { ORGANIZER_FIELDS, VENUE_FIELDS } from './model/places.ts'
import type { Status } from './model/status.ts'
import type { WireCost } from './text/cost.ts'
import type { DateDetails } from './time/wall-clock.ts'

/*
 * Types of the answers of the calendar's REST API, for the server and for clients. Texts of titles and contents are
 * HTML. Dates are wall clocks, `YYYY-MM-DD hh:mm:ss`. Spec: calendar facts, sections 2 to 5, 8.1 and 14.
 */

/**
 * The fields of a table that answers print unchanged. A flag or a number is null where lists hide it. An extension
 * is absent where it has its initial value, and where lists hide it.
 */
export type VerbatimFields<F extends FieldTable> = {
  readonly [Name in VerbatimName<F> as F[Name] extends Extension ? never : WireName<F[Name]>]: WireValue<
    F[Name]
  >
} & {
  readonly [Name in VerbatimName<F> as F[Name] extends Extension ? WireName<F[Name]> : never]?: WireValue<
    F[Name]
  >
}

type Extension = { readonly extension: true }

type VerbatimName<F extends FieldTable> = {
  [Name in keyof F]: F[Name] extends { readonly shows: string; readonly wire: string } ? Name : never
}[keyof F]

type WireName<F> = F extends { readonly wire: infer Wire extends string } ? Wire : never

type WireValue<F> = F extends { readonly stored: 'flag' }
  ? boolean | null
  : F extends { readonly stored: 'integer' }
    ? number | null
    : string

/** The fields that events, venues and organizers share. */
interface WirePost {
  readonly id: number
  readonly global_id: string
  readonly global_id_lineage: readonly string[]
  /** Id of a user, as a text. */
  readonly author: string
  readonly status: Status
  /** Dates of publication and last change, each in site time and in UTC. */
  readonly date: string
  readonly date_utc: string
  readonly modified: string
  readonly modified_utc: string
  /** Address of the public page. */
  readonly url: string
  readonly slug: string
  /** JSON-LD for search engines; only in the answer for a single record. */
  readonly json_ld?: object
}

/** An event. In lists, an event with a password has empty texts and lists, and null for flags. */
export interface WireEvent extends WirePost, VerbatimFields<typeof EVENT_FIELDS> {
  readonly rest_url: string
  readonly title: string
  readonly description: string
  readonly excerpt: string
  readonly image: WireImage | false
  readonly all_day: boolean | null
  /** Start and end in the event's own zone, and in UTC. */
  readonly start_date: string
  readonly start_date_details: DateDetails
  readonly end_date: string
  readonly end_date_details: DateDetails
  readonly utc_start_date: string
  readonly utc_start_date_details: DateDetails
  readonly utc_end_date: string
  readonly utc_end_date_details: DateDetails
  readonly timezone: string
  readonly timezone_abbr: string
  /** Cost for display: `$25`, `Free`. */
  readonly cost: string
  readonly cost_details: WireCost['details']
  /** The address of the event's public page when it has no website of its own. */
  readonly website: string
  readonly categories: readonly WireEventTerm[]
  readonly tags: readonly WireEventTerm[]
  /** An empty list when the event has no venue. */
  readonly venue: WireVenue | readonly []
  readonly organizer: readonly WireOrganizer[]
  /** An empty list when the event has none. */
  readonly custom_fields: object
}

/** A venue or organizer. Empty texts and pictures are left out. */
interface WireLinkedPost extends WirePost {
  readonly description?: string
  readonly excerpt?: string
  readonly image?: WireImage
}

export interface WireVenue extends WireLinkedPost, Partial<VerbatimFields<typeof VENUE_FIELDS>> {
  /** The name. */
  readonly venue: string
  readonly stateprovince?: string
  /** Degrees. */
  readonly geo_lat?: number
  readonly geo_lng?: number
  readonly show_map: boolean
  readonly show_map_link: boolean
}

export interface WireOrganizer extends WireLinkedPost, Partial<VerbatimFields<typeof ORGANIZER_FIELDS>> {
  /** The name. */
  readonly organizer: string
}

/** The fields that categories and tags have in every answer. */
interface WireNamedTerm {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly taxonomy: string
  /** Number of published events that have it. */
  readonly count: number
  readonly urls: { readonly self: string; readonly collection: string; readonly up?: string }
}

/** A category or tag as its own routes answer it. */
export interface WireTerm extends WireNamedTerm {
  /** Id of the parent category, 0 for none; absent in tags. */
  readonly parent?: number
  readonly meta: readonly []
  /** Address of the public page. */
  readonly url: string
}

/** A category or tag inside an event. */
export interface WireEventTerm extends WireNamedTerm {
  readonly parent: number
  readonly term_group: number
  readonly term_taxonomy_id: number
  readonly filter: string
}

export interface WireImage {
  readonly url: string
  readonly id: number
  readonly extension: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Bytes. */
  readonly filesize: number
  /** Smaller sizes by name; absent for a picture that is smaller than all of them. */
  readonly sizes?: Readonly<Record<string, WireImageSize>>
}

export interface WireImageSize {
  readonly url: string
  readonly width: number
  readonly height: number
  readonly 'mime-type': string
  /** Bytes; absent where the size is made on request. */
  readonly filesize?: number
  /** True where the address gives the original picture instead of a resized one. */
  readonly original?: true
}

/** The fields of a list page beside its entries. */
export interface WirePage {
  readonly rest_url: string
  readonly next_rest_url?: string
  readonly previous_rest_url?: string
  readonly total: number
  readonly total_pages: number
}

/** A list page with its entries under the name of their collection. */
export type WireList<Name extends string, Entry> = WirePage & { readonly [N in Name]: readonly Entry[] }

/** The body of an error answer. */
export interface WireError {
  readonly code: string
  readonly message: string
  readonly data: {
    readonly status: number
    /** Reasons by parameter name; or the names of missing parameters. */
    readonly params?: Readonly<Record<string, string>> | readonly string[]
  }
}
