import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import type { Schedule } from '../ports/schedule.ts'

/** Delay after the first failure. It doubles with each further one. */
const FIRST_RETRY_MS = 2_000
const MAX_FAILURES = 10

export interface ScheduleOptions {
  readonly clock: Pick<Clock, 'now'>
  readonly logger: Logger
  /** Makes the host call `runDue` at this time. The host has one wake-up time: a new one replaces it. */
  readonly wakeAt: (timeMs: number) => Promise<void>
}

/** A {@link Schedule} that uses the single wake-up time of a host. */
export interface WokenSchedule extends Schedule {
  /** Runs all due tasks, one after the other, and sets the next wake-up time. Never throws. */
  runDue(): Promise<void>
}

interface Entry {
  readonly name: string
  readonly run: () => Promise<void>
  timeMs: number | undefined
  failures: number
}

export function createSchedule({ clock, logger, wakeAt }: ScheduleOptions): WokenSchedule {
  const entries: Entry[] = []
  /** The wake-up time that is set. Absent while tasks run: the next one is set after them. */
  let setMs: number | undefined
  let isRunning = false

  const wakeForNext = () => {
    const times = entries.flatMap(({ timeMs }) => timeMs ?? [])
    const nextMs = times.length > 0 ? Math.min(...times) : undefined
    if (isRunning || nextMs === undefined || (setMs !== undefined && setMs <= nextMs)) return
    setMs = nextMs
    wakeAt(nextMs).catch((error: unknown) => {
      if (setMs === nextMs) setMs = undefined
      logger.log('error', 'schedule', 'Cannot set when the next task runs', { error })
    })
  }

  const setTime = (entry: Entry, timeMs: number) => {
    if (entry.timeMs !== undefined && entry.timeMs <= timeMs) return wakeForNext()
    entry.timeMs = timeMs
    wakeForNext()
  }

  const run = async (entry: Entry) => {
    entry.timeMs = undefined
    try {
      await entry.run()
      entry.failures = 0
    } catch (error) {
      entry.failures += 1
      const isLast = entry.failures > MAX_FAILURES
      logger.log('warn', 'schedule', `Cannot run ${entry.name}`, { error, failures: entry.failures, isLast })
      if (isLast) entry.failures = 0
      else setTime(entry, clock.now() + FIRST_RETRY_MS * 2 ** (entry.failures - 1))
    }
  }

  return {
    add(name, task) {
      const entry: Entry = { name, run: task, timeMs: undefined, failures: 0 }
      entries.push(entry)
      return {
        get isSet() {
          return entry.timeMs !== undefined
        },
        at: (timeMs) => setTime(entry, timeMs),
      }
    },
    async runDue() {
      if (isRunning) return
      isRunning = true
      setMs = undefined
      try {
        const nowMs = clock.now()
        const due = entries.filter(({ timeMs = Number.POSITIVE_INFINITY }) => timeMs <= nowMs)
        for (const entry of due) await run(entry)
      } finally {
        isRunning = false
      }
      wakeForNext()
    },
  }
}
