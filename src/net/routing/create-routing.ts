import { formatPeerId, type PeerId } from '../../codec/cid/peer-id.ts'
import { DomainError, isDomainError } from '../../errors.ts'
import { checkRecord, compareRecords } from '../../names/record/check-record.ts'
import { decodeNameRecord, type NameRecord } from '../../names/record/name-record.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../ports/logger.ts'
import { mergeReady } from '../../streams/merge-ready.ts'
import { untilAborted } from '../../streams/until-aborted.ts'
import type { Router, RouterCall, Routing, RoutingOptions } from './routing.ts'

export interface CreateRoutingOptions {
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  readonly logger: Logger
}

/** Long enough for a search in a large DHT, short enough for a person who waits. */
const MAX_MS = 60_000
const MAX_PROVIDERS = 20

/** Limits the memory of a search that a router answers without end. */
const MAX_KNOWN_PEERS = 1_000

/** Creates a registry of routers, empty at first. */
export function createRouting({ clock, logger }: CreateRoutingOptions): Routing {
  const routers = new Set<Router>()

  const failed = (router: Router, error: unknown, { onStep }: RouterCall) => {
    const reason = isDomainError(error) ? error.message : `router "${router.name}" failed`
    onStep?.({ type: 'query-error', reason })
    logger.log(isDomainError(error) ? 'debug' : 'warn', 'routing', `Router "${router.name}" failed`, {
      error,
    })
  }

  /** Ends at the time limit, in silence, and when the signal of the call aborts, with its reason. */
  async function* search<T>(
    ask: (router: Router, call: RouterCall) => AsyncIterable<T> | undefined,
    { signal, kind, maxMs = MAX_MS, onStep, isForDialling }: RoutingOptions,
  ): AsyncGenerator<T, void> {
    const asked = routersOf(routers, kind)
    if (asked.length === 0) return
    const { ended, leave } = deadline(clock, { signal, maxMs })
    const call = { signal: ended, onStep, isForDialling }
    try {
      yield* mergeReady(
        asked.map((router) =>
          tolerant(ask(router, call), (error) => ended.aborted || failed(router, error, call)),
        ),
        { signal: ended },
      )
    } catch (error) {
      signal?.throwIfAborted()
      if (!ended.aborted) throw error
    } finally {
      leave()
    }
  }

  /** Performs a task on every router that supports it. Resolves to the number of those that succeeded. */
  async function performOnAll(
    perform: (router: Router, call: RouterCall) => Promise<void> | undefined,
    { signal, onStep, kind, maxMs = MAX_MS }: RoutingOptions,
  ): Promise<number> {
    signal?.throwIfAborted()
    const { ended, leave } = deadline(clock, { signal, maxMs })
    const call = { signal: ended, onStep }
    let done = 0
    const failures: unknown[] = []
    const one = async (router: Router) => {
      try {
        const performed = perform(router, call)
        if (!performed) return
        await performed
        done += 1
      } catch (error) {
        failures.push(error)
        if (!ended.aborted) failed(router, error, call)
      }
    }
    try {
      await untilAborted(Promise.all(routersOf(routers, kind).map(one)), { signal: ended })
    } catch (error) {
      signal?.throwIfAborted()
      failures.push(error)
    } finally {
      leave()
    }
    if (done === 0 && failures.length > 0) throw failures[0]
    return done
  }

  return {
    add(router) {
      routers.add(router)
      return () => void routers.delete(router)
    },
    can: (task, { kind } = {}) => routersOf(routers, kind).some((router) => router[task] !== undefined),

    async *findProviders(cid, { limit = MAX_PROVIDERS, ...options } = {}) {
      const known = new Map<string, boolean>()
      for await (const peer of search((router, call) => router.findProviders?.(cid, call), options)) {
        const key = formatPeerId(peer.peerId)
        const hasAddresses = peer.addresses.length > 0
        const before = known.get(key)
        if (before === true || before === hasAddresses) continue
        if (before === undefined && known.size >= Math.min(limit, MAX_KNOWN_PEERS)) continue
        known.set(key, hasAddresses)
        yield peer
        if (known.size >= limit) return
      }
    },

    async findPeer(peerId, options = {}) {
      const key = formatPeerId(peerId)
      for await (const peer of search((router, call) => router.findPeer?.(peerId, call), options)) {
        if (formatPeerId(peer.peerId) === key && peer.addresses.length > 0) return peer
      }
      return undefined
    },

    async *get(name, options = {}) {
      let best: NameRecord | undefined
      for await (const bytes of search((router, call) => router.get?.(name, call), options)) {
        const record = await validRecord(bytes, name, clock.now())
        if (!record || (best && compareRecords(record, best) <= 0)) continue
        best = record
        yield record
      }
    },

    provide: (cid, options = {}) => performOnAll((router, call) => router.provide?.(cid, call), options),
    put: (name, record, options = {}) =>
      performOnAll((router, call) => router.put?.(name, record, call), options),
  }
}

function routersOf(routers: ReadonlySet<Router>, kind: Router['kind'] | undefined): readonly Router[] {
  return [...routers].filter((router) => kind === undefined || router.kind === kind)
}

/** One signal for a whole search: that of the caller, or the end of its time. */
function deadline(
  clock: Pick<Clock, 'sleep'>,
  { signal, maxMs }: { readonly signal?: AbortSignal | undefined; readonly maxMs: number },
) {
  const ended = new AbortController()
  const abort = () => ended.abort(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted) abort()
  const late = () => ended.abort(new DomainError('timeout', 'context deadline exceeded'))
  clock.sleep(maxMs, { signal: ended.signal }).then(late, () => undefined)
  const leave = () => {
    signal?.removeEventListener('abort', abort)
    ended.abort(OVER)
  }
  return { ended: ended.signal, leave }
}

/** One error for all searches: creating one costs a stack, which is not used. */
const OVER = new DOMException('The search is over', 'AbortError')

/** The items of a source that may be absent or fail: it then just ends. */
async function* tolerant<T>(
  source: AsyncIterable<T> | undefined,
  onFailure: (error: unknown) => void,
): AsyncGenerator<T, void> {
  if (!source) return
  try {
    yield* source
  } catch (error) {
    onFailure(error)
  }
}

async function validRecord(bytes: Uint8Array, name: PeerId, nowMs: number): Promise<NameRecord | undefined> {
  try {
    const record = decodeNameRecord(bytes)
    await checkRecord(record, { name, nowMs })
    return record
  } catch (error) {
    if (isDomainError(error)) return undefined
    throw error
  }
}
