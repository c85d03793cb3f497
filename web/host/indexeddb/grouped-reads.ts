import type { AbortOptions } from '../../../src/ports/abort.ts'

/**
 * Transactions in progress at the same time, counted until their values have arrived. Reads that arrive
 * meanwhile form the next group.
 */
const MAX_GROUPS = 2

/** Limit for one group, since all of its values are in memory until the last one has arrived. */
const MAX_GROUP_READS = 64

/**
 * After a larger group, the next one starts in the next turn, so that readers that continue join it. That takes
 * a tenth of a millisecond.
 */
const FEW_READERS = 4

/** Reads one value of an object store by its key. `undefined` when there is none. */
export type ReadValue<T> = (key: IDBValidKey, options?: AbortOptions) => Promise<T | undefined>

interface Waiting {
  readonly store: string
  readonly key: IDBValidKey
  take(answered: IDBRequest): void
  reject(reason: unknown): void
}

export interface GroupedReadsOptions {
  transact(stores: readonly string[], work: (transaction: IDBTransaction) => Promise<void>): Promise<void>
  /** The error for the readers of a request that has failed. */
  errorOf(error: unknown): unknown
}

/**
 * Creates readers of single values in one database. Concurrent reads share a transaction, across object stores,
 * because opening one takes longer than reading a small value. Concurrent reads of one key share a request. A
 * read sees everything that was complete when it was requested.
 */
export function groupedReads({ transact, errorOf }: GroupedReadsOptions): <T>(store: string) => ReadValue<T> {
  let waiting: Waiting[] = []
  let isDue = false
  let groups = 0

  /** Starts the reads of a group. `end` is called once all values have arrived, or the group has failed. */
  const readGroup = (group: readonly Waiting[], end: () => void) => {
    const byStore = Map.groupBy(group, ({ store }) => store)
    const ask = async (transaction: IDBTransaction) => {
      const asked = [...byStore].flatMap(([store, ofStore]) => {
        const values = transaction.objectStore(store)
        const byKey = Map.groupBy(ofStore, ({ key }) => key)
        return [...byKey].map(([key, readers]) => ({ request: values.get(key), readers }))
      })
      transaction.commit()
      const last = asked.at(-1)?.request
      if (!last) return
      for (const { request, readers } of asked) {
        request.addEventListener('error', (event) => {
          // The browser has lost the file of this value. Otherwise it would end the requests that follow too, and
          // Chromium says nothing of that at a transaction that was committed.
          event.preventDefault()
          for (const { reject } of readers) reject(errorOf(request.error))
        })
      }
      // Requests are answered in order, so the last one ends the group. Delivering all values together lets their
      // readers form the next group together.
      const deliver = () => {
        for (const { request, readers } of asked)
          if (!request.error) for (const { take } of readers) take(request)
        end()
      }
      last.addEventListener('success', deliver)
      last.addEventListener('error', deliver)
    }
    transact([...byStore.keys()], ask).catch((reason: unknown) => {
      for (const { reject } of group) reject(reason)
      end()
    })
  }
  // The next turn comes after all microtasks, so all reads that follow from the last group are included.
  const turns = new MessageChannel()
  const startNextTurn = () => {
    isDue = true
    turns.port2.postMessage(undefined)
  }
  const start = () => {
    isDue = false
    while (waiting.length > 0 && groups < MAX_GROUPS) {
      const group = waiting.splice(0, MAX_GROUP_READS)
      groups += 1
      let isUnderWay = true
      readGroup(group, () => {
        if (!isUnderWay) return
        isUnderWay = false
        groups -= 1
        if (group.length > FEW_READERS) startNextTurn()
        else start()
      })
    }
  }
  turns.port1.onmessage = start

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
