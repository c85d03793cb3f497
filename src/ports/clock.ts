import type { AbortOptions } from './abort.ts'

/** The only source of time for the core, so that tests can control it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Resolves after `durationMs` milliseconds. */
  sleep(durationMs: number, options?: AbortOptions): Promise<void>
}
