import { compactBytes, compareBytes, equalBytes } from '../../../src/codec/bytes/bytes.ts'
import { DomainError } from '../../../src/errors.ts'
import type { Datastore, Entry, Expectation } from '../../../src/ports/datastore.ts'
import { type IndexedDatabase, resultOf } from './indexed-database.ts'
import { COUNTERS, ENTRIES } from './meta-database.ts'

/** Entries that one transaction reads. No transaction stays open while the consumer of a range awaits. */
const PAGE_ENTRIES = 256

const GENERATION = 'generation'

/** {@link Datastore} in the meta database. IndexedDB orders binary keys by bytes, as the port requires. */
export function idbDatastore(database: IndexedDatabase): Datastore {
  const read = database.reader<Uint8Array>(ENTRIES)
  const count = database.reader<number>(COUNTERS)
  return {
    get: (key, options) => read(compactBytes(key), options),

    async *range({ gte, lt, reverse = false, limit = Number.POSITIVE_INFINITY }, { signal } = {}) {
      let left = limit
      let rest: Bounds = { gte, lt, gteOpen: false }
      while (left > 0) {
        const bounds = keyRange(rest)
        if (bounds === null) return
        const count = Math.min(left, PAGE_ENTRIES)
        const page = await database.transact({ stores: ENTRIES, mode: 'readonly', signal }, (transaction) =>
          (reverse ? pageBackward : pageForward)(transaction.objectStore(ENTRIES), bounds, count),
        )
        for (const entry of page) {
          signal?.throwIfAborted()
          yield entry
        }
        const last = page.at(-1)?.[0]
        if (last === undefined || page.length < count) return
        left -= page.length
        rest = reverse ? { ...rest, lt: last } : { ...rest, gte: last, gteOpen: true }
      }
    },

    batch: (operations, expect = [], { signal } = {}) =>
      database.transact({ stores: [ENTRIES, COUNTERS], mode: 'readwrite', signal }, async (transaction) => {
        const counters = transaction.objectStore(COUNTERS)
        const [generation] = await Promise.all([generationIn(counters), check(transaction, expect)])
        const entries = transaction.objectStore(ENTRIES)
        for (const operation of operations) {
          if (operation.type === 'delete') entries.delete(compactBytes(operation.key))
          else entries.put(compactBytes(operation.value), compactBytes(operation.key))
        }
        counters.put(generation + 1, GENERATION)
        transaction.commit()
      }),

    generation: async (options) => (await count(GENERATION, options)) ?? 0,
  }
}

async function check(transaction: IDBTransaction, expect: readonly Expectation[]): Promise<void> {
  const held = await Promise.all(expect.map(({ key }) => valueAt(transaction, key)))
  for (const [at, { value }] of expect.entries()) {
    const found = held[at]
    const holds = found === undefined || value === undefined ? found === value : equalBytes(found, value)
    if (!holds) throw new DomainError('failed-precondition', 'Cannot apply batch: a value has changed')
  }
}

function valueAt(transaction: IDBTransaction, key: Uint8Array): Promise<Uint8Array | undefined> {
  const request: IDBRequest<Uint8Array | undefined> = transaction.objectStore(ENTRIES).get(compactBytes(key))
  return resultOf(request)
}

async function generationIn(counters: IDBObjectStore): Promise<number> {
  const request: IDBRequest<number | undefined> = counters.get(GENERATION)
  return (await resultOf(request)) ?? 0
}

interface Bounds {
  readonly gte: Uint8Array | undefined
  readonly gteOpen: boolean
  readonly lt: Uint8Array | undefined
}

/**
 * Converts bounds to an IndexedDB range: `undefined` for all keys, `null` for none, because IndexedDB rejects
 * empty ranges.
 */
function keyRange({ gte, gteOpen, lt }: Bounds): IDBKeyRange | undefined | null {
  if (gte === undefined) return lt && IDBKeyRange.upperBound(compactBytes(lt), true)
  if (lt === undefined) return IDBKeyRange.lowerBound(compactBytes(gte), gteOpen)
  if (compareBytes(gte, lt) >= 0) return null
  return IDBKeyRange.bound(compactBytes(gte), compactBytes(lt), gteOpen, true)
}

async function pageForward(
  entries: IDBObjectStore,
  bounds: IDBKeyRange | undefined,
  count: number,
): Promise<Entry[]> {
  const values: IDBRequest<Uint8Array[]> = entries.getAll(bounds, count)
  const [keys, held] = await Promise.all([resultOf(entries.getAllKeys(bounds, count)), resultOf(values)])
  return held.map((value, at) => [bytesOfKey(keys[at]), value])
}

async function pageBackward(
  entries: IDBObjectStore,
  bounds: IDBKeyRange | undefined,
  count: number,
): Promise<Entry[]> {
  const page: Entry[] = []
  const request = entries.openCursor(bounds, 'prev')
  for (;;) {
    const cursor = await resultOf(request)
    if (cursor === null) return page
    page.push([bytesOfKey(cursor.key), cursor.value])
    if (page.length === count) return page
    cursor.continue()
  }
}

function bytesOfKey(key: IDBValidKey | undefined): Uint8Array {
  if (!(key instanceof ArrayBuffer))
    throw new DomainError('corrupt', 'Cannot read storage: a key is not bytes')
  return new Uint8Array(key)
}
