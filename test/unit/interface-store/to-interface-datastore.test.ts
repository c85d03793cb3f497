import { Key } from 'interface-datastore'
import { describe, expect, it } from 'vitest'
import { toInterfaceDatastore } from '../../../src/interface-store/to-interface-datastore.ts'
import { memoryDatastore } from '../../../src/memory/memory-datastore.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** Four values: `/a/1`, `/a/2`, `/a/3` and `/b/1`, each with its key as value. */
async function filled() {
  const store = toInterfaceDatastore(memoryDatastore())
  for (const key of ['/a/2', '/b/1', '/a/1', '/a/3']) await store.put(new Key(key), bytes(key))
  return store
}

describe('toInterfaceDatastore()', () => {
  it('returns what was put, and an error named NotFoundError for an absent key', async () => {
    const store = await filled()

    expect(await store.get(new Key('/a/1'))).toEqual(bytes('/a/1'))
    expect(await store.has(new Key('/a/1'))).toBe(true)
    expect(await store.has(new Key('/a'))).toBe(false)
    await expect(store.get(new Key('/a'))).rejects.toMatchObject({ name: 'NotFoundError' })
  })

  it('keeps keys that are not UTF-8', async () => {
    const store = await filled()
    const key = new Key(Uint8Array.of(47, 255, 0, 128))

    await store.put(key, bytes('binary'))

    const keys = await collect(store.queryKeys({}))
    expect(keys.map((held) => held.uint8Array())).toContainEqual(key.uint8Array())
  })

  it('filters, sorts, skips and limits in this order', async () => {
    const store = await filled()
    const query = {
      prefix: '/a',
      filters: [({ key }: { key: Key }) => key.toString() !== '/a/2'],
      orders: [(one: { key: Key }, other: { key: Key }) => (one.key.less(other.key) ? 1 : -1) as 1 | -1],
      offset: 1,
      limit: 1,
    }

    const found = await collect(store.query(query))

    expect(found.map(({ key }) => key.toString())).toEqual(['/a/1'])
  })

  it('applies a batch at its commit, in order', async () => {
    const store = await filled()
    const batch = store.batch()
    batch.put(new Key('/c'), bytes('c'))
    batch.delete(new Key('/a/1'))
    batch.delete(new Key('/c'))
    const before = await store.has(new Key('/a/1'))

    await batch.commit()

    const keys = await collect(store.queryKeys({}))
    expect(before).toBe(true)
    expect(keys.map(String)).toEqual(['/a/2', '/a/3', '/b/1'])
  })

  it('leaves the keys of the node alone', async () => {
    const own = memoryDatastore()
    await own.batch([{ type: 'put', key: bytes('/node'), value: bytes('kept') }])
    const store = toInterfaceDatastore(own)

    expect(await collect(store.queryKeys({}))).toEqual([])
    await store.delete(new Key('/node'))
    expect(await own.get(bytes('/node'))).toEqual(bytes('kept'))
  })
})

async function collect<Item>(items: Iterable<Item> | AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}
