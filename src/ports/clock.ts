import type { AbortOptions } from './abort.ts'

/** Time. The core never reads it from anywhere else, so that tests own it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Resolves after `durationMs` milliseconds. */
  sleep(durationMs: number, options?: AbortOptions): Promise<void>
}
