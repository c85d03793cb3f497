import { formatCid } from '../../codec/cid/cid.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Datastore, Operation } from '../../ports/datastore.ts'
import { keyOf } from '../../state/keys.ts'
import type { CalendarItem, CalendarView, Moment } from '../model/calendar.ts'
import { publicationMs } from '../model/publication-time.ts'
import type { Collection } from '../model/records.ts'
import { MOST_OFFSET_MS, toInstant, type WallText, wallOfSeconds, wallSeconds } from '../time/wall-clock.ts'
import { numbersFrom } from './indexes/sorted-list.ts'
import { PAGE_IDS } from './rows/event-page.ts'
import type { IntactReader } from './rows/intact-reader.ts'
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
  /** When the next record will be due, as far as records were read for it. */
  readonly nextMs: number
  /** The earliest publication date of the others, as {@link wallSeconds}. Their records were not read. */
  readonly laterSeconds: number
}

interface CachedState extends StateAt {
  readonly base: CalendarState
  readonly fromMs: number
  readonly untilMs: number
}

/** How long a state without a damaged record is cached: a restored block is then read again. */
const DAMAGED_MS = 60_000

/** Gives a state at a time, in milliseconds since 1970. */
export type ReadStateAt = (base: CalendarState, nowMs: number, options?: AbortOptions) => Promise<StateAt>

/**
 * Creates a function that gives a state at a time. It caches its last result, so that a call costs a comparison
 * until the next record is due or a commit is made. It reads the records whose date is near, each once. A damaged one
 * is not due, since nobody could read it.
 */
export function createStateAt(readIntact: IntactReader): ReadStateAt {
  let kept: CachedState | undefined
  let knownMs: ReadonlyMap<string, number> = new Map()

  return async (base, nowMs, options = {}) => {
    if (kept && kept.base === base && nowMs >= kept.fromMs && nowMs < kept.untilMs) return kept
    const readMs = new Map<string, number>()
    const dueMsOf = async ({ collection, id }: Scheduled) => {
      const cid = base.tables[collection].cid(id)
      if (!cid) return undefined
      const key = formatCid(cid)
      const knownDueMs = knownMs.get(key)
      const record = knownDueMs === undefined ? await readIntact(collection, { id, cid }, options) : undefined
      const dueMs = knownDueMs ?? (record && publicationMs(record))
      if (dueMs === undefined) return undefined
      readMs.set(key, dueMs)
      return dueMs
    }
    const made = await stateAt(base, nowMs, dueMsOf)
    kept = made
    knownMs = readMs
    return made
  }
}

async function stateAt(
  base: CalendarState,
  nowMs: number,
  dueMsOf: (scheduled: Scheduled) => Promise<number | undefined>,
): Promise<CachedState> {
  const due = new Map<Collection, Set<number>>()
  let state = base
  let [fromMs, untilMs] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  let [nextMs, laterSeconds] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const scheduled of scheduledDates(base)) {
    const earliestMs = scheduled.seconds * 1000 - MOST_OFFSET_MS
    if (earliestMs > nowMs) {
      laterSeconds = Math.min(laterSeconds, scheduled.seconds)
      untilMs = Math.min(untilMs, earliestMs)
      continue
    }
    const dueMs = await dueMsOf(scheduled)
    if (dueMs === undefined) {
      untilMs = Math.min(untilMs, nowMs + DAMAGED_MS)
      continue
    }
    if (dueMs > nowMs) {
      nextMs = Math.min(nextMs, dueMs)
      continue
    }
    fromMs = Math.max(fromMs, dueMs)
    state = published(state, scheduled)
    const { collection, id } = scheduled
    due.set(collection, (due.get(collection) ?? new Set()).add(id))
  }
  return { base, state, due, nextMs, laterSeconds, fromMs, untilMs: Math.min(untilMs, nextMs) }
}

/**
 * When the host must wake next, in milliseconds since 1970; `undefined` when nothing is scheduled. For a date that is
 * not near, it is the date in the site's zone.
 */
export function nextWakeMs(
  { due, nextMs, laterSeconds }: StateAt,
  { nowMs, siteZone }: Moment,
): number | undefined {
  if (due.size > 0) return nowMs
  const laterMs = Number.isFinite(laterSeconds)
    ? toInstant(wallOfSeconds(laterSeconds), siteZone)
    : Number.POSITIVE_INFINITY
  const wakeMs = Math.min(nextMs, laterMs)
  return Number.isFinite(wakeMs) ? wakeMs : undefined
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
