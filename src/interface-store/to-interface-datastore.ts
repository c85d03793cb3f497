import { type Datastore as InterfaceDatastore, Key, type Pair } from 'interface-datastore'
import { NotFoundError } from 'interface-store'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore, Operation } from '../ports/datastore.ts'
import { keyOf, prefixRange } from '../state/keys.ts'

/** Keys of the other application are below this prefix, apart from those of the node. */
const PREFIX = 'interface-datastore'

/**
 * A Datastore of this node as the ecosystem's `interface-datastore`, for example for Helia. Its keys have a prefix
 * of their own, so a node may use the same Datastore. A `batch` is atomic. An absent value is the error
 * `NotFoundError`. A query with `orders` holds all of its results in memory.
 */
export function toInterfaceDatastore(store: Datastore): InterfaceDatastore {
  const bytesOf = (key: Key) => keyOf(PREFIX, key.uint8Array())
  const apply = (operation: Operation, options?: AbortOptions) => store.batch([operation], [], options)
  const get = async (key: Key, options?: AbortOptions): Promise<Uint8Array> => {
    const value = await store.get(bytesOf(key), options)
    if (!value) throw new NotFoundError(`Cannot read key "${key}": absent`)
    return value
  }
  const put = async (key: Key, value: Uint8Array, options?: AbortOptions): Promise<Key> => {
    await apply({ type: 'put', key: bytesOf(key), value }, options)
    return key
  }
  const remove = (key: Key, options?: AbortOptions) => apply({ type: 'delete', key: bytesOf(key) }, options)
  async function* pairs(prefix = '', options?: AbortOptions): AsyncGenerator<Pair> {
    const start = keyOf(PREFIX)
    for await (const [bytes, value] of store.range(prefixRange(keyOf(PREFIX, prefix)), options)) {
      yield { key: new Key(bytes.slice(start.byteLength)), value }
    }
  }
  return {
    async has(key, options) {
      return (await store.get(bytesOf(key), options)) !== undefined
    },
    get,
    put,
    delete: remove,
    async *getMany(source, options) {
      for await (const key of source) yield { key, value: await get(key, options) }
    },
    async *putMany(source, options) {
      for await (const { key, value } of source) yield put(key, value, options)
    },
    async *deleteMany(source, options) {
      for await (const key of source) {
        await remove(key, options)
        yield key
      }
    },
    batch() {
      const operations: Operation[] = []
      return {
        put: (key, value) => void operations.push({ type: 'put', key: bytesOf(key), value }),
        delete: (key) => void operations.push({ type: 'delete', key: bytesOf(key) }),
        commit: (options) => store.batch(operations.splice(0), [], options),
      }
    },
    query: (query, options) => select(pairs(query.prefix, options), query),
    async *queryKeys(query, options) {
      yield* select(keysOf(pairs(query.prefix, options)), query)
    },
  }
}

async function* keysOf(pairs: AsyncIterable<Pair>): AsyncGenerator<Key> {
  for await (const { key } of pairs) yield key
}

interface Selection<Item> {
  readonly filters?: readonly ((item: Item) => boolean)[]
  readonly orders?: readonly ((one: Item, other: Item) => number)[]
  readonly offset?: number
  readonly limit?: number
}

/** Filters, then sorts, then skips `offset` items and stops after `limit`. */
async function* select<Item>(
  items: AsyncIterable<Item>,
  { filters = [], orders = [], offset = 0, limit = Number.POSITIVE_INFINITY }: Selection<Item>,
): AsyncGenerator<Item> {
  let at = 0
  for await (const item of sorted(filtered(items, filters), orders)) {
    if (at >= offset + limit) return
    if (at >= offset) yield item
    at += 1
  }
}

async function* filtered<Item>(
  items: AsyncIterable<Item>,
  filters: readonly ((item: Item) => boolean)[],
): AsyncGenerator<Item> {
  for await (const item of items) if (filters.every((accepts) => accepts(item))) yield item
}

async function* sorted<Item>(
  items: AsyncIterable<Item>,
  orders: readonly ((one: Item, other: Item) => number)[],
): AsyncGenerator<Item> {
  if (orders.length === 0) {
    yield* items
    return
  }
  const all: Item[] = []
  for await (const item of items) all.push(item)
  for (const order of orders) all.sort(order)
  yield* all
}
