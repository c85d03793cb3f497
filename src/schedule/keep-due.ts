import type { Logger } from '../ports/logger.ts'
import type { Schedule } from '../ports/schedule.ts'

/** Scheduled work of a part. */
export interface DueWork {
  /** Name of the work in the log. */
  readonly name: string
  /** Does the due work. If it throws, the schedule tries again later. */
  run(): Promise<void>
  /** When work is due next, in milliseconds since the Unix epoch. `undefined` while nothing waits. */
  nextMs(): Promise<number | undefined>
  /** True when a change can bring the time forward. Otherwise a time that is set is kept without asking. */
  readonly canComeEarlier?: true
  /** Registers a callback for changes that may make work due. */
  onChange(wake: () => void): void
}

export interface KeepDueOptions {
  readonly schedule: Schedule
  readonly logger: Logger
}

/** Schedules the work of a part. Work that a killed process left is found at the start. */
export function keepDue(work: DueWork, { schedule, logger }: KeepDueOptions): void {
  const setNext = async () => {
    const dueMs = await work.nextMs()
    if (dueMs !== undefined) task.at(dueMs)
  }
  const task = schedule.add(work.name, async () => {
    await work.run()
    await setNext()
  })
  const wake = () => {
    if (task.isSet && !work.canComeEarlier) return
    setNext().catch((error: unknown) => {
      logger.log('warn', 'schedule', `Cannot tell when ${work.name} is due`, { error })
    })
  }
  work.onChange(wake)
  wake()
}
