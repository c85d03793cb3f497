import type { AbortOptions } from '../src/ports/abort.ts'
import type { IndexedDatabase } from './indexed-database.ts'

/** Groups under way at once. Reads that come meanwhile wait for each other and become the next group. */
const MAX_GROUPS = 2

/** Reads of one group: it holds what it reads until all of it is there. */
const MAX_GROUP_READS = 64

/** Reads one value by its key; `undefined` where there is none. */
export type ReadValue<T> = (key: IDBValidKey, options?: AbortOptions) => Promise<T | undefined>

interface Waiting<T> {
  readonly key: IDBValidKey
  resolve(value: T | undefined): void
  reject(reason: unknown): void
}

/**
 * Reads single values of one object store. Reads that are asked for together share a transaction: to open one
 * takes longer than to read a small value; the same key is read once for all. Each sees whatever was complete when it was asked for.
 */
export function groupedReads<T>(database: IndexedDatabase, store: string): ReadValue<T> {
  let waiting: Waiting<T>[] = []
  let isDue = false
  let groups = 0

  const readGroup = (group: readonly Waiting<T>[]) =>
    database.transact({ stores: store, mode: 'readonly' }, async (transaction) => {
      const values = transaction.objectStore(store)
      for (const [key, readers] of Map.groupBy(group, (reader) => reader.key)) {
        const request: IDBRequest<T | undefined> = values.get(key)
        request.onsuccess = () => {
          for (const { resolve } of readers) resolve(request.result)
        }
        request.onerror = () => {
          for (const { reject } of readers) reject(request.error)
        }
      }
    })
  const start = () => {
    isDue = false
    while (waiting.length > 0 && groups < MAX_GROUPS) {
      const group = waiting.splice(0, MAX_GROUP_READS)
      groups += 1
      readGroup(group)
        .catch((reason: unknown) => {
          for (const { reject } of group) reject(reason)
        })
        .finally(() => {
          groups -= 1
          start()
        })
    }
  }

  return (key, { signal } = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<T | undefined>()
    if (signal?.aborted) return Promise.reject(signal.reason)
    waiting.push({ key, resolve, reject })
    if (!isDue) {
      isDue = true
      queueMicrotask(start)
    }
    if (!signal) return promise
    const leave = () => {
      waiting = waiting.filter((other) => other.resolve !== resolve)
      reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    return promise.finally(() => signal.removeEventListener('abort', leave))
  }
}
