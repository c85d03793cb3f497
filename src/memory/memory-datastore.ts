import { binaryString, equalBytes } from '../codec/bytes/bytes.ts'
import { DomainError } from '../errors.ts'
import type { Datastore, Entry, Range } from '../ports/datastore.ts'

/** {@link Datastore} in a map and a sorted list of its keys: the reference for all adapters. */
export function memoryDatastore(): Datastore {
  const entries = new Map<string, Entry>()
  const sorted: string[] = []
  let generation = 0

  const put = (entry: Entry) => {
    const key = binaryString(entry[0])
    if (!entries.has(key)) sorted.splice(placeOf(sorted, key), 0, key)
    entries.set(key, entry)
  }
  const remove = (key: string) => {
    if (entries.delete(key)) sorted.splice(placeOf(sorted, key), 1)
  }

  return {
    async get(key, { signal } = {}) {
      signal?.throwIfAborted()
      return entries.get(binaryString(key))?.[1].slice()
    },
    async *range(range, { signal } = {}) {
      for (const key of keysIn(sorted, range)) {
        signal?.throwIfAborted()
        const entry = entries.get(key)
        if (entry) yield [entry[0].slice(), entry[1].slice()]
      }
    },
    async batch(operations, expect = [], { signal } = {}) {
      signal?.throwIfAborted()
      for (const { key, value } of expect) {
        const held = entries.get(binaryString(key))?.[1]
        const holds = held === undefined || value === undefined ? held === value : equalBytes(held, value)
        if (!holds) throw new DomainError('failed-precondition', 'Cannot apply batch: a value has changed')
      }
      for (const operation of operations) {
        if (operation.type === 'delete') remove(binaryString(operation.key))
        else put([operation.key.slice(), operation.value.slice()])
      }
      generation += 1
    },
    async generation({ signal } = {}) {
      signal?.throwIfAborted()
      return generation
    },
  }
}

/** A snapshot of the keys in a range, so that changes during the iteration do not shift it. */
function keysIn(
  sorted: readonly string[],
  { gte, lt, reverse = false, limit = sorted.length }: Range,
): string[] {
  const first = gte === undefined ? 0 : placeOf(sorted, binaryString(gte))
  const last = lt === undefined ? sorted.length : placeOf(sorted, binaryString(lt))
  if (first >= last || limit <= 0) return []
  if (reverse) return sorted.slice(Math.max(first, last - limit), last).reverse()
  return sorted.slice(first, Math.min(last, first + limit))
}

/** The index of the key, or the index at which to insert it. */
function placeOf(sorted: readonly string[], key: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? '') < key) low = middle + 1
    else high = middle
  }
  return low
}
