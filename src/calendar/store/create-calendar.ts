import { DomainError, isDomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Blockstore } from '../../ports/blockstore.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Datastore } from '../../ports/datastore.ts'
import type { Locks } from '../../ports/locks.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Random } from '../../ports/random.ts'
import { sharedLoad } from '../../state/shared-load.ts'
import type { Calendar, CalendarDraft, Prefetch, WriteOptions } from '../model/calendar.ts'
import { toInstant } from '../time/wall-clock.ts'
import { catchUp } from './commits/catch-up.ts'
import { walkCommits } from './commits/commit.ts'
import { createDraft } from './commits/draft.ts'
import { readHead } from './commits/head-and-log.ts'
import { prepareCommit } from './commits/prepare-commit.ts'
import { createStateAt, firstDate, nextWakeMs, publishedView, readNextDate } from './due.ts'
import type { DerivedIndexes } from './rows/derive-row.ts'
import { createIntactReader } from './rows/intact-reader.ts'
import { createRecordReader } from './rows/record-reader.ts'
import type { CalendarState } from './rows/state.ts'
import { createView } from './rows/view.ts'
import { createTextCache, loadTexts } from './texts/text-cache.ts'
import { createSearchTree } from './tree/search-tree.ts'

export interface CalendarOptions {
  readonly blockstore: Pick<Blockstore, 'get' | 'putMany'>
  readonly datastore: Datastore
  readonly random: Random
  readonly clock: Pick<Clock, 'now'>
  readonly locks: Pick<Locks, 'exclusive'>
  readonly logger: Logger
  /** Functions that derive instants and folded texts from records. */
  readonly derivedIndexes: Pick<DerivedIndexes, 'fold' | 'instantOf'>
}

/** Name of the exclusive lock of writers, across all processes of the storage, so that a plan normally runs once. */
export const CALENDAR_LOCK = 'calendar/writing'
/** Only a writer without the lock can be faster: a killed process whose last batch was still in flight. */
const MAX_ATTEMPTS = 8

/**
 * Creates the calendar over its ports. Records, trees and commits are blocks; the head, ids and the rows of lists
 * are in the Datastore. One state is cached in memory, and each call brings it up to date with the commits of other
 * processes.
 */
export function createCalendar(options: CalendarOptions): Calendar {
  const { blockstore, datastore, random, clock, locks, logger, derivedIndexes } = options
  const tree = createSearchTree(blockstore)
  const readRecord = createRecordReader(blockstore)
  const readIntact = createIntactReader(readRecord, logger)
  const readers = { readRecord, readIntact }
  const stateAt = createStateAt(readIntact)
  let kept: CalendarState | undefined
  const listeners: ((options: AbortOptions) => Promise<void>)[] = []
  const textsOf = createTextCache((state, older, options) =>
    loadTexts(state, older, { datastore, readIntact, derivedIndexes, ...options }),
  )

  const open = sharedLoad((options) => catchUp(datastore, undefined, options))
  /** Reads the head on every call, since other processes write too. */
  const newest = async (options: AbortOptions) => {
    kept = await catchUp(datastore, kept ?? (await open(options)), options)
    return kept
  }

  const newestBesideWriters = async (options: AbortOptions) => {
    try {
      return await newest(options)
    } catch (error) {
      if (!isDomainError(error, 'unavailable')) throw error
      return locks.exclusive(CALENDAR_LOCK, () => newest(options), options)
    }
  }

  /** One attempt to commit; `undefined` when another writer was faster. */
  const attempt = async <T>(
    plan: (draft: CalendarDraft) => Promise<T>,
    { author, signal }: WriteOptions,
  ): Promise<{ readonly result: T; readonly isCommitted: boolean } | undefined> => {
    const base = await newest({ signal })
    const texts = (options: AbortOptions) => textsOf.get(base, options)
    const { draft, planned } = createDraft({ base, random, derivedIndexes, ...readers, texts })
    const result = await plan(draft)
    const change = planned()
    const reading = { datastore, tree, readIntact, derivedIndexes }
    const prepared = await prepareCommit(change, { ...reading, author, timeMs: clock.now(), signal })
    if (!prepared) return { result, isCommitted: false }
    await blockstore.putMany(prepared.blocks, { signal })
    try {
      await datastore.batch(prepared.operations, prepared.expect, { signal })
    } catch (error) {
      if (isDomainError(error, 'failed-precondition')) return undefined
      throw error
    }
    const { state } = prepared
    textsOf.follow(base, { state, changed: change.texts })
    kept = state
    return { result, isCommitted: true }
  }

  /**
   * Starts loading a record of the cached state. If another process has changed the record since, the load is
   * wasted.
   */
  const prefetchRecord = (
    { tables }: CalendarState,
    { collection, id }: Prefetch,
    options: AbortOptions,
  ): void => {
    const cid = tables[collection].cid(id)
    if (cid) readRecord(collection, cid, options).catch(() => undefined)
  }

  return {
    async view({ prefetch, atMs, ...readOptions } = {}) {
      if (prefetch && kept) prefetchRecord(kept, prefetch, readOptions)
      const base = await newestBesideWriters(readOptions)
      const texts = (options: AbortOptions) => textsOf.get(base, options)
      const { state, due } =
        atMs === undefined ? { state: base, due: undefined } : await stateAt(base, atMs, readOptions)
      const view = createView({ ...readers, state: () => state, texts })
      return due?.size ? publishedView(view, due) : view
    },
    async nextDueMs(moment, options = {}) {
      const stored = kept ? undefined : await readNextDate(datastore, options)
      const { date } = stored ?? { date: firstDate(kept ?? (await newestBesideWriters(options))) }
      if (date === undefined) return undefined
      const dateMs = toInstant(date, moment.siteZone)
      if (dateMs > moment.nowMs) return dateMs
      const base = await newestBesideWriters(options)
      return nextWakeMs(await stateAt(base, moment.nowMs, options), moment)
    },
    async *commits(from, options = {}) {
      yield* walkCommits(blockstore, from ?? (await readHead(datastore, options)).head?.commit, options)
    },
    async write(plan, options) {
      const { result, isCommitted } = await locks.exclusive(
        CALENDAR_LOCK,
        async () => {
          for (let count = 0; count < MAX_ATTEMPTS; count += 1) {
            const outcome = await attempt(plan, options)
            if (outcome) return outcome
          }
          throw new DomainError('failed-precondition', 'Cannot write calendar: other writers were faster')
        },
        options,
      )
      if (isCommitted) for (const listener of listeners) await listener({ signal: options.signal })
      return result
    },
    onCommit: (listener) => void listeners.push(listener),
  }
}
