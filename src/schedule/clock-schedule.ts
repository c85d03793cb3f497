import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import type { Schedule } from '../ports/schedule.ts'
import { createSchedule } from './create-schedule.ts'

export interface ClockScheduleOptions {
  readonly clock: Clock
  readonly logger: Logger
}

/** A {@link Schedule} for a host that can only sleep. It exists as long as the process. */
export function clockSchedule({ clock, logger }: ClockScheduleOptions): Schedule {
  let waiting = new AbortController()

  const { runDue, add } = createSchedule({
    clock,
    logger,
    async wakeAt(timeMs) {
      waiting.abort()
      waiting = new AbortController()
      const { signal } = waiting
      clock.sleep(Math.max(0, timeMs - clock.now()), { signal }).then(runDue, () => undefined)
    },
  })
  return { add }
}
