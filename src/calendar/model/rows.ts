import type { WallText } from '../time/wall-clock.ts'
import type { Collection, Uid } from './records.ts'
import type { Status } from './status.ts'

/**
 * What the column index in memory knows of each record, so that lists are selected, counted and ordered
 * without reading a block. Links are the integer ids of this node. Instants are milliseconds since 1970.
 */
interface Row {
  readonly id: number
  readonly uid: Uid
  readonly slug: string
}

interface PostRow extends Row {
  readonly status: Status
  readonly author: number
  /** Publication in site time: what lists of venues and organizers, and ties among events, are ordered by. */
  readonly date: WallText
}

/** Links are 0 where there is none; a term that was removed may still be named until the event is changed. */
export interface EventRow extends PostRow {
  /** Wall clock in the event's own zone: what lists are ordered by. */
  readonly start: WallText
  readonly startMs: number
  readonly endMs: number
  readonly featured: boolean
  readonly hideFromListings: boolean
  /** Then its terms are counted, and no list or filter finds it by them; its other links are not in the row. */
  readonly hasPassword: boolean
  readonly venue: number
  readonly organizers: readonly number[]
  readonly categories: readonly number[]
  readonly tags: readonly number[]
  readonly parent: number
  readonly image: number
}

export interface VenueRow extends PostRow {
  /** The name in lower case: duplicates are found by it. */
  readonly name: string
  /** Folded for search: without accents and in lower case. Texts of events are apart, since they are many. */
  readonly text: string
  /** Absent without coordinates. */
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
