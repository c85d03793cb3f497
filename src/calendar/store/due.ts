import type { AbortOptions } from '../../ports/abort.ts'
import type { Datastore, Operation } from '../../ports/datastore.ts'
import { keyOf } from '../../state/keys.ts'
import type { CalendarItem, CalendarView, Moment } from '../model/calendar.ts'
import type { Collection } from '../model/records.ts'
import { toInstant, type WallText, wallOfSeconds, wallSeconds } from '../time/wall-clock.ts'
import { numbersFrom } from './indexes/sorted-list.ts'
import { PAGE_IDS } from './rows/event-page.ts'
import { type CalendarState, withEntry } from './rows/state.ts'

/** Collections whose records can be scheduled for publication (status `future`). */
const SCHEDULED = ['events', 'venues', 'organizers'] as const

/** A scheduled record and its date. */
export interface Scheduled {
  readonly collection: (typeof SCHEDULED)[number]
  readonly id: number
  /** Publication date in site time, as {@link wallSeconds}. */
  readonly seconds: number
}

/** All records with the status `future`. Dates of events are read from their column: there may be thousands. */
function* scheduledDates({ events, tables, scheduled }: CalendarState): Generator<Scheduled, void> {
  for (const collection of SCHEDULED) {
    for (const id of numbersFrom(scheduled[collection], { chunk: 0, at: 0 })) {
      const seconds =
        collection === 'events'
          ? events.pages[Math.floor(id / PAGE_IDS)]?.date[id % PAGE_IDS]
          : wallSeconds(tables[collection].row(id)?.date ?? '')
      yield { collection, id, seconds: seconds ?? 0 }
    }
  }
}

/** The earliest publication date of a scheduled record, in site time; `undefined` when none is scheduled. */
export function firstDate(state: CalendarState): WallText | undefined {
  let first = Number.POSITIVE_INFINITY
  for (const { seconds } of scheduledDates(state)) first = Math.min(first, seconds)
  return Number.isFinite(first) ? wallOfSeconds(first) : undefined
}

/** A state as readers see it at a moment: records that are due appear published. */
export interface StateAt {
  readonly state: CalendarState
  /** Ids of the records that this state shows as published and the commit does not. */
  readonly due: ReadonlyMap<Collection, ReadonlySet<number>>
}

interface CachedState extends StateAt {
  readonly base: CalendarState
  readonly zone: string
  readonly fromMs: number
  readonly untilMs: number
}

/** Largest distance of a wall clock from UTC, with a margin. */
const MOST_OFFSET_MS = 26 * 3_600_000

/**
 * Creates a function that gives a state at a moment. It caches its last result, so that a call costs a comparison
 * until the next record is due or a commit is made.
 */
export function createStateAt(): (base: CalendarState, moment: Moment) => StateAt {
  let kept: CachedState | undefined
  return (base, moment) => {
    if (!kept || !isCurrent(kept, base, moment)) kept = stateAt(base, moment)
    return kept
  }
}

function isCurrent(
  { fromMs, untilMs, ...kept }: CachedState,
  base: CalendarState,
  { nowMs, siteZone }: Moment,
): boolean {
  return kept.base === base && nowMs >= fromMs && nowMs < untilMs && kept.zone === siteZone.label
}

function stateAt(base: CalendarState, { nowMs, siteZone }: Moment): CachedState {
  const due = new Map<Collection, Set<number>>()
  let state = base
  let [fromMs, untilMs] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const scheduled of scheduledDates(base)) {
    const earliestMs = scheduled.seconds * 1000 - MOST_OFFSET_MS
    const dueMs = earliestMs > nowMs ? earliestMs : toInstant(wallOfSeconds(scheduled.seconds), siteZone)
    if (dueMs > nowMs) {
      untilMs = Math.min(untilMs, dueMs)
      continue
    }
    fromMs = Math.max(fromMs, dueMs)
    state = published(state, scheduled)
    const { collection, id } = scheduled
    due.set(collection, (due.get(collection) ?? new Set()).add(id))
  }
  return { base, state, due, zone: siteZone.label, fromMs, untilMs }
}

/** The state with the record published. Only its row changes, not its texts, links or block. */
function published(state: CalendarState, { collection, id }: Scheduled): CalendarState {
  const table = state.tables[collection]
  const row = table.row(id)
  if (!row) return state
  const entry = { row: { ...row, status: 'publish' as const }, cid: undefined }
  return withEntry(state, collection, { id, entry, height: table.pageHeight(table.pageOf(id)) })
}

/** A view that shows the due records as published. */
export function publishedView(view: CalendarView, due: StateAt['due']): CalendarView {
  return {
    ...view,
    hasDue: true,
    async read<C extends Collection>(collection: C, ids: readonly number[], options?: AbortOptions) {
      const items = await view.read(collection, ids, options)
      const dueIds = due.get(collection)
      if (!dueIds) return items
      return items.map(
        ({ id, record }): CalendarItem<C> =>
          dueIds.has(id) ? { id, record: { ...record, status: 'publish' } } : { id, record },
      )
    },
  }
}

const DATE_KEY = keyOf('calendar/next-date')
const NONE = ''

/** The stored date for each state that this process has committed. */
const storedWith = new WeakMap<CalendarState, string>()

/**
 * Stores the earliest publication date of a scheduled record, so that a starting host can set its alarm without
 * loading the rows. Writes nothing when the date is unchanged, as in most commits.
 */
export function nextDateOperations(base: CalendarState, next: CalendarState): Operation[] {
  const date = firstDate(next) ?? NONE
  storedWith.set(next, date)
  return storedWith.get(base) === date ? [] : [{ type: 'put', key: DATE_KEY, value: keyOf(date) }]
}

/**
 * Reads the stored date: `date` is `undefined` when nothing is scheduled. `undefined` when no commit has stored
 * one.
 */
export async function readNextDate(
  datastore: Pick<Datastore, 'get'>,
  options: AbortOptions = {},
): Promise<{ readonly date: WallText | undefined } | undefined> {
  const value = await datastore.get(DATE_KEY, options)
  if (!value) return undefined
  const date = new TextDecoder().decode(value)
  return { date: date === NONE ? undefined : date }
}
