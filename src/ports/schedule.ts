/** One thing that a host does by itself, at a time that is set for it. */
export interface ScheduledTask {
  /** True while a time is set. It is no longer when the task runs. */
  readonly isSet: boolean
  /** Runs the task at this time, in milliseconds since the Unix epoch, or soon after. An earlier one stays. */
  at(timeMs: number): void
}

/**
 * What is due next, of all that a host does by itself. Times are not kept through a restart: each task knows from
 * its own state when it is due, and sets its time again when it is made.
 */
export interface Schedule {
  /**
   * Adds a task without a time. One that throws is logged and tried again, later each time, until it has failed
   * too often in a row; then it waits to be set.
   */
  add(name: string, run: () => Promise<void>): ScheduledTask
}
