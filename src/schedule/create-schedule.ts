import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import type { Schedule } from '../ports/schedule.ts'

/** Delay after the first failure. It doubles with each further one, up to the longest. */
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 600_000
/** What fails for days must not fill the log. */
const LOGGED_FAILURES = 10

export interface ScheduleOptions {
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  readonly logger: Logger
  /** Makes the host call `runDue` at this time. The host has one wake-up time: a new one replaces it. */
  readonly wakeAt: (timeMs: number) => Promise<void>
}

/** A {@link Schedule} that uses the single wake-up time of a host. */
export interface WokenSchedule extends Schedule {
  /** Runs all due tasks, one after the other, and sets the next wake-up time. Never throws. */
  runDue(): Promise<void>
}

interface Failure {
  readonly error: unknown
  readonly failures: number
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
  let failedCalls = 0

  const wakeForNext = () => {
    const times = entries.flatMap(({ timeMs }) => timeMs ?? [])
    const nextMs = times.length > 0 ? Math.min(...times) : undefined
    if (isRunning || nextMs === undefined || (setMs !== undefined && setMs <= nextMs)) return
    setMs = nextMs
    wakeAt(nextMs).then(
      () => {
        failedCalls = 0
      },
      (error: unknown) => {
        if (setMs === nextMs) setMs = undefined
        failedCalls += 1
        logFailure('error', 'Cannot set when the next task runs', { error, failures: failedCalls })
        clock.sleep(retryMs(failedCalls)).then(wakeForNext, () => undefined)
      },
    )
  }

  const logFailure = (level: 'warn' | 'error', message: string, details: Failure) => {
    const isLast = details.failures === LOGGED_FAILURES
    if (details.failures <= LOGGED_FAILURES) logger.log(level, 'schedule', message, { ...details, isLast })
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
      logFailure('warn', `Cannot run ${entry.name}`, { error, failures: entry.failures })
      setTime(entry, clock.now() + retryMs(entry.failures))
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

function retryMs(failures: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS)
}
