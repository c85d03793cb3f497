import type { AbortOptions } from '../src/ports/abort.ts'

/** Groups under way at once. Reads that come meanwhile wait for each other and become the next group. */
const MAX_GROUPS = 2

/** Reads of one group: it holds what it reads until all of it is there. */
const MAX_GROUP_READS = 64

/** Reads one value of an object store by its key; `undefined` where there is none. */
export type ReadValue<T> = (key: IDBValidKey, options?: AbortOptions) => Promise<T | undefined>

interface Waiting {
  readonly store: string
  readonly key: IDBValidKey
  take(answered: IDBRequest): void
  reject(reason: unknown): void
}

/**
 * Reads single values of one database. Reads that are asked for together share a transaction, of whatever object
 * stores they are: to open one takes longer than to read a small value; the same key is read once for all. Each sees
 * whatever was complete when it was asked for.
 */
export function groupedReads(
  transact: (
    stores: readonly string[],
    work: (transaction: IDBTransaction) => Promise<void>,
  ) => Promise<void>,
): <T>(store: string) => ReadValue<T> {
  let waiting: Waiting[] = []
  let isDue = false
  let groups = 0

  const readGroup = (group: readonly Waiting[]) => {
    const byStore = Map.groupBy(group, ({ store }) => store)
    return transact([...byStore.keys()], async (transaction) => {
      for (const [store, ofStore] of byStore) {
        const values = transaction.objectStore(store)
        for (const [key, readers] of Map.groupBy(ofStore, (reader) => reader.key)) {
          const request = values.get(key)
          request.onsuccess = () => {
            for (const { take } of readers) take(request)
          }
          request.onerror = () => {
            for (const { reject } of readers) reject(request.error)
          }
        }
      }
    })
  }
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

  return <T>(store: string): ReadValue<T> =>
    (key, { signal } = {}) => {
      const { promise, resolve, reject } = Promise.withResolvers<T | undefined>()
      if (signal?.aborted) return Promise.reject(signal.reason)
      const reader: Waiting = { store, key, take: ({ result }) => resolve(result), reject }
      waiting.push(reader)
      if (!isDue) {
        isDue = true
        queueMicrotask(start)
      }
      if (!signal) return promise
      const leave = () => {
        waiting = waiting.filter((other) => other !== reader)
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      return promise.finally(() => signal.removeEventListener('abort', leave))
    }
}
