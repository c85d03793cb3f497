import type { PublicBlocks } from '../../../blocks/public.ts'
import type { CID } from '../../../codec/cid/cid.ts'
import { DomainError } from '../../../errors.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Routing } from '../routing.ts'
import type { AnnounceJob, PausableCall } from './announce-job.ts'
import type { News } from './news.ts'
import type { ProvideQueue } from './provide-queue.ts'
import type { ProvideRules } from './provide-rules.ts'
import type { ProvideProgress } from './provide-state.ts'
import type { ProvidedContent } from './provided-content.ts'
import type { Providing } from './providing.ts'

export interface CreateProvidingOptions {
  readonly rules: ProvideRules
  readonly content: ProvidedContent
  readonly queue: ProvideQueue
  readonly news: News
  readonly progress: ProvideProgress
  readonly publicBlocks: PublicBlocks
  readonly routing: Pick<Routing, 'provide'>
  /** True if some router takes announcements now. */
  readonly isReady: (options: AbortOptions) => Promise<boolean>
  /** Registers a callback for the time when a router may have become ready. */
  readonly onReady: (listener: () => void) => void
  /** True while blocks arrive from peers. */
  readonly isReceiving: () => boolean
  readonly clock: Pick<Clock, 'now'>
}

/** The answer of the call that stored the content comes first. */
const DELAY_MS = 1_000

/** Other work of the host's schedule waits so long at most. */
const SLICE_MS = 10_000

/** Blocks that arrive come first, because both need the same thread. Announcements wait for them so long at most. */
const MAX_YIELD_MS = 60_000

/** Time limit for one block. */
const MAX_PROVIDE_MS = 30_000

/** If no peer takes anything, the time until the next attempt. It doubles up to the longest. */
const RETRY_MS = 5_000
const LONGEST_RETRY_MS = 10 * 60_000

export function createProviding(options: CreateProvidingOptions): Providing {
  const { rules, content, queue, news, progress, publicBlocks, routing, isReady, clock } = options
  const total = { announced: 0, spentMs: 0 }
  let last = { lastCount: 0, lastDurationMs: 0 }
  let isBehind = false
  let failures = 0
  let pausedUntilMs = 0
  let receivingSinceMs: number | undefined
  let round: AnnounceJob | undefined
  let ofQueue: AnnounceJob | undefined
  let turn: Promise<unknown> = Promise.resolve()
  const wakes: (() => void)[] = []

  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const own = turn.then(task)
    turn = own.catch(() => undefined)
    return own
  }
  const mustYield = () => {
    if (!options.isReceiving()) {
      receivingSinceMs = undefined
      return false
    }
    receivingSinceMs ??= clock.now()
    return clock.now() - receivingSinceMs < MAX_YIELD_MS
  }
  const announce = async (cid: CID, { isPublic, ...call }: AbortOptions & { readonly isPublic: boolean }) => {
    if (!isPublic && !(await publicBlocks.has(cid, call))) return false
    const startMs = clock.now()
    await routing.provide(cid, { ...call, maxMs: MAX_PROVIDE_MS })
    total.announced += 1
    total.spentMs += clock.now() - startMs
    return true
  }

  const runQueue = async (call: PausableCall) => {
    const row = await queue.first(call)
    if (!row) return undefined
    const { createAnnounceJob } = await import('./announce-job.ts')
    ofQueue ??= createAnnounceJob({
      ...{ candidates: content.queued(row.items, await rules.strategy(call), {}), skip: 0 },
      announce,
      clock,
    })
    const outcome = await ofQueue.run(call)
    if (outcome !== 'over') return outcome
    ofQueue = undefined
    await row.remove(call)
    return 'paused'
  }
  const beginRound = async (call: AbortOptions) => {
    content.begin()
    round = undefined
    isBehind = false
    await progress.write({ startedMs: clock.now(), done: 0 }, call)
  }
  const runRound = async (call: PausableCall) => {
    const { done: skip = 0 } = (await progress.read(call)) ?? {}
    const strategy = await rules.strategy(call)
    const { createAnnounceJob } = await import('./announce-job.ts')
    round ??= createAnnounceJob({ candidates: content.all(strategy, {}), skip, announce, clock })
    const job = round
    const outcome = await job.run(call)
    if (outcome === 'over') {
      round = undefined
      last = { lastCount: job.announced, lastDurationMs: job.spentMs }
    }
    await progress.write({ done: outcome === 'over' ? undefined : job.done }, call)
    return outcome
  }
  /** When the next round is due. The first one is due at once, and later ones after the interval, if there is one. */
  const roundMs = async (call: AbortOptions) => {
    const state = await progress.read(call)
    const intervalMs = await rules.intervalMs(call)
    if (state?.done !== undefined) return 0
    if (intervalMs === 0) return undefined
    return state === undefined || isBehind ? 0 : state.startedMs + intervalMs
  }

  const takeNews = async (call: AbortOptions) => {
    const state = await progress.read(call)
    if (!state) return news.drop()
    const { items, filesRoot } = await news.take(state, call)
    for (const item of items) if (!queue.add(item)) isBehind = true
    await queue.save(call)
    if (filesRoot !== undefined) await progress.write({ filesRoot }, call)
  }
  /** New content comes before the round. */
  const step = async (call: PausableCall) => {
    const outcome = await runQueue(call)
    if (outcome) return outcome
    const dueMs = await roundMs(call)
    if (dueMs === undefined || dueMs > clock.now()) return 'over'
    if ((await progress.read(call))?.done === undefined) await beginRound(call)
    return runRound(call)
  }
  const work = async (call: AbortOptions) => {
    await takeNews(call)
    if (!(await isReady(call)) || clock.now() < pausedUntilMs || mustYield()) return
    if (!(await progress.read(call)) && (await rules.intervalMs(call)) === 0)
      await progress.write({ startedMs: clock.now() }, call)
    const untilMs = clock.now() + SLICE_MS
    const mustPause = () => clock.now() >= untilMs || mustYield()
    do {
      const outcome = await step({ mustPause, ...call })
      failures = outcome === 'stuck' ? failures + 1 : 0
      if (outcome === 'stuck')
        pausedUntilMs = clock.now() + Math.min(RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS)
      if (outcome !== 'paused') return
    } while (!mustPause())
  }

  const assertReady = async (text: string, call: AbortOptions) => {
    if (!(await isReady(call))) throw new DomainError('unavailable', text)
  }
  const wakeAll = () => {
    for (const wake of wakes) wake()
  }
  options.onReady(wakeAll)

  return {
    async *enqueue(root, { recursive = false, ...call } = {}) {
      if (!(await publicBlocks.has(root, call))) {
        throw new DomainError('not-found', `block ${root} not found locally, cannot provide`)
      }
      for await (const cid of recursive ? content.below(root, call) : [root]) {
        if (!queue.add({ cid, isDeep: false })) {
          throw new DomainError('failed-precondition', `Cannot announce block "${cid}": the queue is full`)
        }
        wakeAll()
        yield cid
      }
    },
    assertReady: (call = {}) => assertReady('cannot provide: no connected peers', call),
    async clear(call = {}) {
      await takeNews(call)
      ofQueue = undefined
      return queue.clear(call)
    },
    async reprovide(call = {}) {
      if (!rules.isEnabled) throw refused("Provide.Enabled is set to 'false'")
      if ((await rules.intervalMs(call)) === 0) throw refused("Provide.DHT.Interval is set to '0'")
      await assertReady('cannot provide, no connected peers', call)
      await inTurn(async () => {
        await beginRound(call)
        const outcome = await runRound({ mustPause: () => false, ...call })
        if (outcome === 'stuck')
          throw new DomainError('unavailable', 'Cannot announce blocks: no peer has answered')
      })
    },
    async statistics(call = {}) {
      const { announced, spentMs } = total
      const averageMs = announced === 0 ? 0 : spentMs / announced
      const lastRunMs = (await progress.read(call))?.startedMs
      return { announced, averageMs, ...last, lastRunMs, intervalMs: await rules.intervalMs(call) }
    },
    due: {
      name: 'announcing',
      run: () => inTurn(() => work({})),
      async nextMs() {
        if (!rules.isEnabled) return undefined
        const state = await progress.read({})
        const soonMs = Math.max(clock.now() + DELAY_MS, pausedUntilMs)
        const isNew = queue.hasUnsaved || (await news.isWaiting(state, {}))
        if (!(await isReady({}))) return isNew && state ? soonMs : undefined
        if (isNew || !(await queue.isEmpty())) return soonMs
        const dueMs = await roundMs({})
        if (dueMs === undefined) return state ? undefined : soonMs
        return Math.max(dueMs, soonMs)
      },
      canComeEarlier: true,
      onChange(wake) {
        wakes.push(wake)
        news.onFirst(wake)
      },
    },
  }
}

function refused(reason: string): DomainError {
  return new DomainError('failed-precondition', `invalid configuration: ${reason}`)
}
