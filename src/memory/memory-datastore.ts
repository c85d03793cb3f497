import { compareBytes, equalBytes } from '../codec/bytes.ts'
import { DomainError } from '../errors.ts'
import type { Datastore, Entry, Range } from '../ports/datastore.ts'

/** {@link Datastore} in a map: the reference for every adapter. */
export function memoryDatastore(): Datastore {
  let entries = new Map<string, Entry>()
  let generation = 0

  return {
    async get(key, { signal } = {}) {
      signal?.throwIfAborted()
      return entries.get(text(key))?.[1].slice()
    },
    async *range(range, { signal } = {}) {
      for (const [key, value] of select([...entries.values()], range)) {
        signal?.throwIfAborted()
        yield [key.slice(), value.slice()]
      }
    },
    async batch(operations, expect = [], { signal } = {}) {
      signal?.throwIfAborted()
      for (const { key, value } of expect) {
        const held = entries.get(text(key))?.[1]
        const holds = held === undefined || value === undefined ? held === value : equalBytes(held, value)
        if (!holds) throw new DomainError('failed-precondition', 'Cannot apply batch: a value has changed')
      }
      const next = new Map(entries)
      for (const operation of operations) {
        if (operation.type === 'delete') next.delete(text(operation.key))
        else next.set(text(operation.key), [operation.key.slice(), operation.value.slice()])
      }
      entries = next
      generation += 1
    },
    async generation({ signal } = {}) {
      signal?.throwIfAborted()
      return generation
    },
  }
}

function select(entries: Entry[], { gte, lt, reverse = false, limit = entries.length }: Range): Entry[] {
  const inside = entries.filter(
    ([key]) =>
      (gte === undefined || compareBytes(key, gte) >= 0) && (lt === undefined || compareBytes(key, lt) < 0),
  )
  inside.sort(([a], [b]) => (reverse ? compareBytes(b, a) : compareBytes(a, b)))
  return inside.slice(0, limit)
}

function text(key: Uint8Array): string {
  return key.join()
}
