/** A task of a host that runs at a scheduled time. */
export interface ScheduledTask {
  /** True while a time is set. It is cleared before the task runs. */
  readonly isSet: boolean
  /**
   * Schedules the task for this time, in milliseconds since the Unix epoch, or soon after. An earlier time that
   * is already set is kept.
   */
  at(timeMs: number): void
}

/**
 * Runs tasks at scheduled times. Times are not stored: after a restart each task computes its own due time from
 * its state and sets it again.
 */
export interface Schedule {
  /**
   * Adds a task without a time. A task that throws is retried until it succeeds, with delays that grow to ten
   * minutes. The first ten failures in a row are logged.
   */
  add(name: string, run: () => Promise<void>): ScheduledTask
}
