import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../ports/logger.ts'
import type { DueWork } from '../../schedule/keep-due.ts'
import type { PinStore } from './pin-store.ts'
import type { ServicePin } from './service-pin.ts'

/** Works on queued pins, a few at a time, each holder in turn. */
export interface PinWorker {
  /** Begins to work on what is due. Returns at once. */
  start(): void
  isWorkingOn(requestId: string): boolean
  /** Ends the work on a pin that is done or gone. */
  cancel(requestId: string): void
  readonly due: DueWork
}

export interface PinWorkerOptions {
  readonly store: Pick<PinStore, 'holders' | 'due' | 'read'>
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  readonly logger: Logger
  /** Makes one attempt and records its outcome. Rejects only when the outcome cannot be recorded. */
  readonly attempt: (pin: ServicePin, options: { readonly signal: AbortSignal }) => Promise<void>
}

/** Pins in work together, and those of one holder, so that others need not wait for one with many. */
const SLOTS = 8
const SLOTS_OF_HOLDER = 2

/** A scheduled run ends after this time while the work continues, because other tasks of the host wait for the run. */
const RUN_MS = 10_000
/** While pins are in work, the schedule runs this often, which keeps the host from unloading the node. */
const WATCH_MS = 30_000

interface Job {
  readonly holder: string
  readonly controller: AbortController
  readonly ended: Promise<void>
}

export function createPinWorker({ store, clock, logger, attempt }: PinWorkerOptions): PinWorker {
  const jobs = new Map<string, Job>()
  let wake: () => void = () => undefined
  const failures: unknown[] = []
  let lastHolder = ''
  let isWanted = false
  let filling: Promise<void> | undefined

  const isFull = (holder: string) =>
    [...jobs.values()].filter((job) => job.holder === holder).length >= SLOTS_OF_HOLDER

  /** The holders, beginning after the last one that got a slot. */
  const holdersInTurn = async () => {
    const holders: string[] = []
    for await (const holder of store.holders()) holders.push(holder)
    return [...holders.filter((one) => one > lastHolder), ...holders.filter((one) => one <= lastHolder)]
  }
  const nextDue = async (): Promise<ServicePin | undefined> => {
    for (const holder of await holdersInTurn()) {
      if (isFull(holder)) continue
      for await (const { dueMs, key } of store.due(holder)) {
        if (dueMs > clock.now()) break
        const pin = await store.read(key)
        if (pin && !jobs.has(pin.requestId)) return pin
      }
    }
    return undefined
  }
  const launch = (pin: ServicePin) => {
    const { requestId, holder } = pin
    const controller = new AbortController()
    const ended = attempt(pin, { signal: controller.signal }).then(
      () => {
        jobs.delete(requestId)
        start()
      },
      (reason: unknown) => {
        jobs.delete(requestId)
        failures.push(reason)
        logger.log('error', 'pins', 'Cannot work on a pin of the pinning service', { error: reason })
      },
    )
    jobs.set(requestId, { holder, controller, ended })
    lastHolder = holder
  }
  const fill = async () => {
    try {
      while (isWanted) {
        isWanted = false
        while (jobs.size < SLOTS) {
          const pin = await nextDue()
          if (!pin) break
          launch(pin)
        }
      }
    } catch (reason) {
      failures.push(reason)
    } finally {
      filling = undefined
      wake()
    }
  }
  const start = () => {
    isWanted = true
    filling ??= fill()
  }

  const idle = async () => {
    while (filling || jobs.size > 0)
      await Promise.all([filling, ...[...jobs.values()].map(({ ended }) => ended)])
  }
  const run = async () => {
    failures.length = 0
    start()
    const slice = new AbortController()
    const over = clock.sleep(RUN_MS, { signal: slice.signal }).catch(() => undefined)
    await Promise.race([idle(), over])
    slice.abort()
    if (failures.length > 0) throw failures[0]
  }
  const nextMs = async () => {
    if (jobs.size > 0) return clock.now() + WATCH_MS
    let earliest: number | undefined
    for (const holder of await holdersInTurn()) {
      for await (const { dueMs } of store.due(holder)) {
        earliest = Math.min(earliest ?? dueMs, dueMs)
        break
      }
    }
    return earliest
  }

  return {
    start,
    isWorkingOn: (requestId) => jobs.has(requestId),
    cancel: (requestId) => jobs.get(requestId)?.controller.abort(),
    due: {
      name: 'pinning service',
      run,
      nextMs,
      canComeEarlier: true,
      onChange(listener) {
        wake = listener
      },
    },
  }
}
