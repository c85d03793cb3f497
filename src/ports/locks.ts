import type { AbortOptions } from './abort.ts'

/**
 * Locks seen by every process that shares the storage: a tab and its service worker, for one. Adding
 * content holds `shared`, collecting garbage holds `exclusive`, so that collection never removes what an
 * add in flight has written. Requests are granted in order of arrival.
 */
export interface Locks {
  /** Runs `task` beside other shared holders. The lock ends with the task. */
  shared<T>(name: string, task: () => Promise<T>, options?: AbortOptions): Promise<T>
  /** Runs `task` while nobody else holds the lock. */
  exclusive<T>(name: string, task: () => Promise<T>, options?: AbortOptions): Promise<T>
}
