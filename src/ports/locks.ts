import type { AbortOptions } from './abort.ts'

/**
 * Named locks that all processes with the same storage share, such as a tab and its service worker. Requests
 * are granted in order of arrival.
 */
export interface Locks {
  /** Runs `task` together with other shared holders. The lock is released when the task ends. */
  shared<T>(name: string, task: () => Promise<T>, options?: AbortOptions): Promise<T>
  /** Runs `task` without any other holder. */
  exclusive<T>(name: string, task: () => Promise<T>, options?: AbortOptions): Promise<T>
}
