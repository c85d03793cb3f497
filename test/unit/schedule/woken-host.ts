import { memoryLogger } from '../../../src/memory/memory-logger.ts'
import type { Clock } from '../../../src/ports/clock.ts'
import type { Schedule } from '../../../src/ports/schedule.ts'
import { createSchedule } from '../../../src/schedule/create-schedule.ts'

/** A host with one wake-up call, which the test makes. */
export interface WokenHost {
  readonly clock: Clock
  readonly schedule: Schedule
  /** The time of the call that is set, as soon as one is. */
  asked(): Promise<number>
  /** Moves the clock to this time and makes the call; resolves when all that was due has ended. */
  wake(timeMs: number): Promise<void>
}

export function wokenHost(startMs = 0): WokenHost {
  let nowMs = startMs
  let next = Promise.withResolvers<number>()
  const clock: Clock = {
    now: () => nowMs,
    sleep: () => new Promise(() => undefined),
  }
  const wakeAt = async (timeMs: number) => next.resolve(timeMs)
  const schedule = createSchedule({ clock, logger: memoryLogger(), wakeAt })
  return {
    clock,
    schedule,
    asked: () => next.promise,
    wake(timeMs) {
      nowMs = timeMs
      next = Promise.withResolvers<number>()
      return schedule.runDue()
    },
  }
}
