import type { TextQuery } from '../text/fold.ts'
import type { Bounds } from '../time/window.ts'
import type { Status } from './status.ts'

/** The range of matches that a page shows. */
export interface PageRange {
  readonly offset: number
  readonly limit: number
}

/** The ids of one page in order, and the total number of matches. */
export interface Selected {
  readonly ids: readonly number[]
  readonly total: number
}

/**
 * Conditions on a list of events, all of which must hold. A list of ids matches any of its ids, and an empty list
 * matches nothing. Events that are hidden from listings never match.
 */
export interface EventSelection extends PageRange {
  readonly statuses: readonly Status[]
  readonly starts?: Bounds
  readonly ends?: Bounds
  readonly text?: TextQuery
  /** Includes the descendants of each category. */
  readonly categories?: readonly number[]
  readonly tags?: readonly number[]
  readonly venues?: readonly number[]
  readonly organizers?: readonly number[]
  readonly featured?: boolean
  readonly include?: readonly number[]
  readonly parent?: number
  /** Excludes events at these venues. Events without a venue match. */
  readonly exceptVenues?: readonly number[]
  readonly near?: { readonly latitude: number; readonly longitude: number; readonly meters: number }
  /** When absent: local start, then publication date. `include` is the order of that list. */
  readonly orderBy?: 'start' | 'date' | 'title' | 'id' | 'include' | 'distance'
  readonly descending?: boolean
}

/** Conditions on a list of venues or organizers, which is ordered by publication, newest first. */
export interface PostSelection extends PageRange {
  readonly statuses: readonly Status[]
  readonly text?: TextQuery
  readonly include?: readonly number[]
  readonly exclude?: readonly number[]
}
