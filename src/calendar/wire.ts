import type { EVENT_FIELDS } from './model/event.ts'
import type { FieldTable } from './model/field.ts'
import type { ORGANIZER_FIELDS, VENUE_FIELDS } from './model/places.ts'
import type { Status } from './model/status.ts'
import type { ShownCost } from './text/cost.ts'
import type { DateDetails } from './time/wall-clock.ts'

/*
 * What the calendar's REST API answers, for those who print it and those who read it: types only. Texts of titles
 * and contents are HTML. Moments are wall clocks, `YYYY-MM-DD hh:mm:ss`. Spec: calendar facts, sections 2 to 5, 8.1
 * and 14.
 */

/** The fields of a table that answers show as they are. A flag is null where lists hide it. */
export type ShownFields<F extends FieldTable> = {
  readonly [Name in keyof F as F[Name] extends {
    readonly shows: string
    readonly wire: infer Wire extends string
  }
    ? Wire
    : never]: F[Name] extends { readonly shows: 'flag' } ? boolean | null : string
}

/** What events, venues and organizers share. */
interface WirePost {
  readonly id: number
  readonly global_id: string
  readonly global_id_lineage: readonly string[]
  /** Id of a user, as a text. */
  readonly author: string
  readonly status: Status
  /** Publication and last change: in site time, and in UTC. */
  readonly date: string
  readonly date_utc: string
  readonly modified: string
  readonly modified_utc: string
  /** Address of the public page. */
  readonly url: string
  readonly slug: string
  /** For search engines; only where one thing is read. */
  readonly json_ld?: object
}

/** An event. Of one behind a password, lists show empty texts and lists, and null for what is yes or no. */
export interface WireEvent extends WirePost, ShownFields<typeof EVENT_FIELDS> {
  readonly rest_url: string
  readonly title: string
  readonly description: string
  readonly excerpt: string
  readonly image: WireImage | false
  readonly all_day: boolean | null
  /** Begin and end in the event's own zone, and in UTC. */
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
  /** For people: `$25`, `Free`. */
  readonly cost: string
  readonly cost_details: ShownCost['details']
  /** The address of the public page where the event has none. */
  readonly website: string
  readonly categories: readonly WireEventTerm[]
  readonly tags: readonly WireEventTerm[]
  /** An empty list stands for none. */
  readonly venue: WireVenue | readonly []
  readonly organizer: readonly WireOrganizer[]
  /** An empty list stands for none. */
  readonly custom_fields: object
}

/** Texts and pictures that a venue or an organizer may lack: empty ones are left out. */
interface WireLinkedPost extends WirePost {
  readonly description?: string
  readonly excerpt?: string
  readonly image?: WireImage
}

export interface WireVenue extends WireLinkedPost, Partial<ShownFields<typeof VENUE_FIELDS>> {
  /** The name. */
  readonly venue: string
  readonly stateprovince?: string
  /** Degrees. */
  readonly geo_lat?: number
  readonly geo_lng?: number
  readonly show_map: boolean
  readonly show_map_link: boolean
}

export interface WireOrganizer extends WireLinkedPost, Partial<ShownFields<typeof ORGANIZER_FIELDS>> {
  /** The name. */
  readonly organizer: string
}

/** What a category or tag is, wherever it is shown. */
interface WireNamedTerm {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly taxonomy: string
  /** Published events that have it. */
  readonly count: number
  readonly urls: { readonly self: string; readonly collection: string; readonly up?: string }
}

/** A category or tag in a list of them, or read alone. */
export interface WireTerm extends WireNamedTerm {
  /** Of a category: the id of the one above it, 0 for none. */
  readonly parent?: number
  readonly meta: readonly []
  /** Address of the public page. */
  readonly url: string
}

/** A category or tag as an event carries it. */
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
  /** By name; absent for a picture that is smaller than all of them. */
  readonly sizes?: Readonly<Record<string, WireImageSize>>
}

export interface WireImageSize {
  readonly url: string
  readonly width: number
  readonly height: number
  readonly 'mime-type': string
  /** Bytes; absent where the size is made when it is read. */
  readonly filesize?: number
  /** Where the address gives the picture as it is. */
  readonly original?: true
}

/** What a page of a list says beside its entries. */
export interface WirePage {
  readonly rest_url: string
  readonly next_rest_url?: string
  readonly previous_rest_url?: string
  readonly total: number
  readonly total_pages: number
}

/** A page of a list: its entries are under the name of their collection. */
export type WireList<Name extends string, Entry> = WirePage & { readonly [N in Name]: readonly Entry[] }

/** The body of a refusal. */
export interface WireError {
  readonly code: string
  readonly message: string
  readonly data: {
    readonly status: number
    /** By name of the refused parameter, why; or the names of those that are missing. */
    readonly params?: Readonly<Record<string, string>> | readonly string[]
  }
}
