import type { Logger } from '../ports/logger.ts'
import type { Schedule } from '../ports/schedule.ts'

/** Work that a node does by itself when its time has come. */
export interface DueWork {
  /** Names the work in the log. */
  readonly name: string
  /** Does what is due. When it throws, the schedule tries again later. */
  run(): Promise<void>
  /** When work is due next, in milliseconds since the Unix epoch; `undefined` while nothing waits. */
  nextMs(): Promise<number | undefined>
  /** Registers a callback for changes after which work may be due where nothing waited before. */
  onChange(wake: () => void): void
}

export interface KeepDueOptions {
  readonly schedule: Schedule
  readonly logger: Logger
}

/**
 * Does the work of a part when it is due, although nobody calls. Work that a killed process left is looked for at
 * once.
 */
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
    if (task.isSet) return
    setNext().catch((error: unknown) => {
      logger.log('warn', work.name, 'Cannot tell when work is due', { error })
    })
  }
  work.onChange(wake)
  wake()
}
