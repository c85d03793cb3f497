import { formatPeerId, type PeerId } from '../codec/cid/peer-id.ts'
import { isDomainError } from '../errors.ts'
import type { Keys } from '../keys/keys.ts'
import type { Routing } from '../net/routing/routing.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Clock } from '../ports/clock.ts'
import type { SearchNameOptions } from '../unixfs/dag/path-reader.ts'
import { compareRecords, remainingMs } from './record/check-record.ts'
import type { NameRecord } from './record/name-record.ts'
import type { RecordCache } from './record-cache.ts'
import { heldRecord, type RecordStorage } from './record-store.ts'

/** Finds the records of names, here and elsewhere. */
export interface RecordFinder {
  /** The newest record that this node has, which has not ended. */
  known(name: PeerId, options: AbortOptions): Promise<NameRecord | undefined>
  /** The record that this node has, then those of others, each newer than the last. */
  search(name: PeerId, options: SearchNameOptions): AsyncGenerator<NameRecord, void>
  /** Records that the name was resolved just now, so that the record here is used for its ttl. */
  confirm(name: PeerId, record: NameRecord): void
  /**
   * How long the record here is used before others are asked for a newer one: for a name of this node its ttl, for
   * another what is left of the ttl since they were asked last.
   */
  usableMs(name: PeerId, record: NameRecord, options: AbortOptions): Promise<number>
}

export interface RecordFinderOptions extends Pick<RecordStorage, 'datastore'> {
  readonly clock: Pick<Clock, 'now'>
  readonly keys: Pick<Keys, 'list'>
  readonly routing: Pick<Routing, 'can' | 'get'>
  readonly cache: RecordCache
}

/** Maximum number of names for which the time of the next query is kept. */
const MAX_POSTPONED = 1024

/** When routers and peers have found no record, they are asked again after this time at the earliest. */
const RETRY_MS = 10_000

export function createRecordFinder(options: RecordFinderOptions): RecordFinder {
  const { clock, keys, routing, cache } = options
  const nextQueryMs = new Map<string, number>()
  /** Names for which others are asked at this moment. */
  const searched = new Set<string>()

  const known: RecordFinder['known'] = async (name, call) => {
    const held = await heldRecord(options, name, call)
    const found = await cache.get(name, call)
    const newest = held && (!found || compareRecords(held, found) >= 0) ? held : found
    return newest && remainingMs(newest, clock.now()) >= 0 ? newest : undefined
  }
  const isOwn = async (name: PeerId, call: AbortOptions) => {
    const text = formatPeerId(name)
    return (await keys.list(call)).some(({ peerId }) => formatPeerId(peerId) === text)
  }
  /** Until others are asked again; not above 0 when that is due. */
  const postponedMs = (name: PeerId) => (nextQueryMs.get(formatPeerId(name)) ?? 0) - clock.now()
  const postpone = (name: PeerId, delayMs: number) => {
    const text = formatPeerId(name)
    nextQueryMs.delete(text)
    nextQueryMs.set(text, clock.now() + delayMs)
    const [oldest] = nextQueryMs.keys()
    if (nextQueryMs.size > MAX_POSTPONED && oldest !== undefined) nextQueryMs.delete(oldest)
  }

  /** Asks routers and peers, and keeps what is newer than the best record so far. */
  async function* searchElsewhere(
    name: PeerId,
    { maxRecords, maxMs, signal, ...found }: SearchElsewhereOptions,
  ): AsyncGenerator<NameRecord, void> {
    let { best } = found
    let count = 0
    for await (const record of routing.get(name, { signal, maxMs })) {
      count += 1
      if (!best || compareRecords(record, best) > 0) {
        best = record
        await cache.put(name, record, { signal })
        yield record
      }
      if (count === maxRecords) break
    }
    if (best && count > 0) postpone(name, ttlMsOf(best))
    // Routers that have failed found nothing either, and a newer record may exist. A short search says nothing of a
    // longer one.
    else if (postponedMs(name) <= 0 && (best || maxMs === undefined))
      postpone(name, Math.min(best ? ttlMsOf(best) : RETRY_MS, RETRY_MS))
  }

  return {
    known,
    confirm: (name, record) => postpone(name, ttlMsOf(record)),
    async usableMs(name, record, call) {
      const leftMs = postponedMs(name)
      const isCounted = leftMs > 0 && !(await isOwn(name, call))
      return Math.min(ttlMsOf(record), isCounted ? leftMs : Number.POSITIVE_INFINITY)
    },
    async *search(name, options) {
      const { isLocal = false, isFresh = false, searchLane, signal } = options
      const best = await known(name, { signal })
      if (best) yield best
      if (isLocal || !routing.can('get')) return
      const isEarly = () => !isFresh && postponedMs(name) > 0
      if (isEarly() || (best && !isFresh && (await isOwn(name, { signal })))) return
      const text = formatPeerId(name)
      // What is known answers all callers but one, who waits for what the others say.
      if (best && !isFresh && searched.has(text)) return
      const leave = await enterLane(searchLane, best, { signal })
      if (!leave) return
      try {
        if (!isEarly()) {
          searched.add(text)
          const maxMs = best ? (options.knownMaxMs ?? options.maxMs) : options.maxMs
          return yield* searchElsewhere(name, { ...options, maxMs, best })
        }
        // Another search for the same name has ended while this one waited.
        const found = await known(name, { signal })
        if (found && (!best || compareRecords(found, best) > 0)) yield found
      } finally {
        searched.delete(text)
        leave()
      }
    },
  }
}

interface SearchElsewhereOptions extends SearchNameOptions {
  readonly best: NameRecord | undefined
}

/** A slot for asking others; `undefined` when none is free soon and a record is known. */
async function enterLane(
  lane: SearchNameOptions['searchLane'],
  best: NameRecord | undefined,
  call: AbortOptions,
): Promise<(() => void) | undefined> {
  try {
    return lane ? await lane.enter(call) : () => undefined
  } catch (error) {
    if (best && isDomainError(error, 'unavailable')) return undefined
    throw error
  }
}

function ttlMsOf({ ttlNs }: NameRecord): number {
  return Number(ttlNs) / 1e6
}
