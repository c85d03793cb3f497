import type { TextQuery } from '../text/fold.ts'
import type { Bounds } from '../time/window.ts'
import type { Status } from './status.ts'

/** Which of the items that match, and how they are ordered. */
export interface Page {
  readonly offset: number
  readonly limit: number
}

/** The ids of one page in order, and how many match in all. */
export interface Selected {
  readonly ids: readonly number[]
  readonly total: number
}

/**
 * Conditions on a list of events; all given ones must hold. Lists of ids match any of theirs, and an empty
 * list matches nothing. Events that are hidden from listings never match.
 */
export interface EventSelection extends Page {
  readonly statuses: readonly Status[]
  readonly starts?: Bounds
  readonly ends?: Bounds
  readonly text?: TextQuery
  /** Already with the descendants of each category. */
  readonly categories?: readonly number[]
  readonly tags?: readonly number[]
  readonly venues?: readonly number[]
  readonly organizers?: readonly number[]
  readonly featured?: boolean
  readonly include?: readonly number[]
  readonly parent?: number
  /** At none of these venues; events without one match. */
  readonly exceptVenues?: readonly number[]
  readonly near?: { readonly latitude: number; readonly longitude: number; readonly meters: number }
  /** By local start and then publication when absent. `include`: the order of that list. */
  readonly orderBy?: 'start' | 'date' | 'title' | 'id' | 'include' | 'distance'
  readonly descending?: boolean
}

/** Conditions on a list of venues or organizers, newest publication first. */
export interface PostSelection extends Page {
  readonly statuses: readonly Status[]
  readonly text?: TextQuery
  readonly include?: readonly number[]
  readonly exclude?: readonly number[]
}
