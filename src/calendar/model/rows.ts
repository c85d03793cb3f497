import type { WallText } from '../time/wall-clock.ts'
import type { Collection, Uid } from './records.ts'
import type { Status } from './status.ts'

/**
 * Rows of the column index in memory, by which lists are selected, counted and ordered without reading a block.
 * Links are the integer ids of this node. Instants are milliseconds since 1970.
 */
interface Row {
  readonly id: number
  readonly uid: Uid
  readonly slug: string
}

interface PostRow extends Row {
  readonly status: Status
  readonly author: number
  /** Publication date in site time: the order of lists of venues and organizers, and of ties among events. */
  readonly date: WallText
}

/** A row of an event. A link is 0 when absent. A removed term stays in the row until the event is changed. */
export interface EventRow extends PostRow {
  /** Wall clock in the event's own zone: the order of lists. */
  readonly start: WallText
  readonly startMs: number
  readonly endMs: number
  /** A row that an earlier version has stored has `false` until the event changes. */
  readonly allDay: boolean
  readonly featured: boolean
  readonly hideFromListings: boolean
  /**
   * True for an event with a password. Its terms are counted, but no list or filter finds it by them. Its other
   * links are not in the row.
   */
  readonly hasPassword: boolean
  readonly venue: number
  readonly organizers: readonly number[]
  readonly categories: readonly number[]
  readonly tags: readonly number[]
  readonly parent: number
  readonly image: number
}

export interface VenueRow extends PostRow {
  /** The name in lower case, to find duplicates. */
  readonly name: string
  /**
   * Search text: lower case, without accents. The search texts of events are stored apart, since there are many.
   */
  readonly text: string
  /** Absent for a venue without coordinates. */
  readonly position?: { readonly latitude: number; readonly longitude: number }
}

export interface OrganizerRow extends PostRow {
  readonly name: string
  readonly text: string
}

export interface TermRow extends Row {
  readonly name: string
  readonly description: string
  readonly parent: number
}

export interface ImageRow extends Row {
  readonly source: string
}

/** A row for each collection. */
export interface Rows extends Record<Collection, Row> {
  readonly events: EventRow
  readonly venues: VenueRow
  readonly organizers: OrganizerRow
  readonly categories: TermRow
  readonly tags: TermRow
  readonly images: ImageRow
}
