import type { AbortOptions } from '../../../src/ports/abort.ts'

/**
 * Groups under way at once, until their values are there: what the transaction does then is nobody's concern. Reads
 * that come meanwhile wait for each other and become the next group.
 */
const MAX_GROUPS = 2

/** Reads of one group: it holds what it reads until all of it is there. */
const MAX_GROUP_READS = 64

/** After a group of more readers, those of them that go on are waited for: it takes a tenth of a millisecond. */
const FEW_READERS = 4

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

  /** Asks for all of a group; `end` is called once all of it is there, or nothing more will be. */
  const readGroup = (group: readonly Waiting[], end: () => void) => {
    const byStore = Map.groupBy(group, ({ store }) => store)
    const ask = async (transaction: IDBTransaction) => {
      const asked = [...byStore].flatMap(([store, ofStore]) => {
        const values = transaction.objectStore(store)
        const byKey = Map.groupBy(ofStore, ({ key }) => key)
        return [...byKey].map(([key, readers]) => ({ request: values.get(key), readers }))
      })
      transaction.commit()
      // They are answered in their order. Readers that go on together ask together for what comes next.
      const last = asked.at(-1)?.request
      if (!last) return
      last.onsuccess = () => {
        for (const { request, readers } of asked) for (const { take } of readers) take(request)
        end()
      }
    }
    transact([...byStore.keys()], ask).catch((reason: unknown) => {
      for (const { reject } of group) reject(reason)
      end()
    })
  }
  // Readers take many small steps from one value to the next: they all come before the next turn.
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
