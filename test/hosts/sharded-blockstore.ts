import { blockKey, type CID } from '../../src/codec/cid/cid.ts'
import type { AbortOptions } from '../../src/ports/abort.ts'
import type { Block, Blockstore, StoredBlock } from '../../src/ports/blockstore.ts'

/** The object that would hold one part of the rows, and how long a request to it takes. */
export interface Shard {
  readonly store: Blockstore
  /** Resolves when the shard has the request. */
  readonly hop: () => Promise<void>
}

/**
 * A simulation of several objects that share the rows of blocks: one {@link Blockstore} of them, each with the blocks
 * whose digest ends in its number. It keeps the contract of a store with one exception, because no transaction covers
 * two objects: the blocks of one `putMany` become visible together only within a shard.
 */
export function shardedBlockstore(shards: readonly [Shard, ...Shard[]]): Blockstore {
  const shardOf = ({ multihash: { digest } }: CID) =>
    shards[(digest.at(-1) ?? 0) % shards.length] ?? shards[0]
  const at = async <T>(cid: CID, ask: (store: Blockstore) => Promise<T>): Promise<T> => {
    const { store, hop } = shardOf(cid)
    await hop()
    return ask(store)
  }
  const everywhere = <T>(ask: (store: Blockstore) => Promise<T>): Promise<T[]> =>
    Promise.all(
      shards.map(async ({ store, hop }) => {
        await hop()
        return ask(store)
      }),
    )

  return {
    get: (cid, options) => at(cid, (store) => store.get(cid, options)),
    has: (cid, options) => at(cid, (store) => store.has(cid, options)),
    stat: (cid, options) => at(cid, (store) => store.stat(cid, options)),
    put: (cid, bytes, options) => at(cid, (store) => store.put(cid, bytes, options)),
    replace: (cid, bytes, options) => at(cid, (store) => store.replace(cid, bytes, options)),
    delete: (cid, options) => at(cid, (store) => store.delete(cid, options)),
    async putMany(blocks, options) {
      options?.signal?.throwIfAborted()
      const byShard = Map.groupBy(blocks, ({ cid }) => shardOf(cid))
      const puts = [...byShard].map(async ([{ store, hop }, own]: [Shard, Block[]]) => {
        await hop()
        await store.putMany(own, options)
      })
      // A rejection says that the whole batch may be tried again: no shard still writes.
      const failed = (await Promise.allSettled(puts)).find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
    },
    async *copies(cid, options) {
      const { store, hop } = shardOf(cid)
      await hop()
      yield* store.copies(cid, options)
    },
    list: (options) => merged(shards, options),
    async totals(options) {
      const all = await everywhere((store) => store.totals(options))
      return {
        blocks: sum(all.map(({ blocks }) => blocks)),
        sizeBytes: sum(all.map(({ sizeBytes }) => sizeBytes)),
      }
    },
    async compact(options) {
      await everywhere((store) => store.compact(options))
    },
    async sweep(options) {
      const all = await everywhere((store) => store.sweep(options))
      return {
        removedBlocks: sum(all.map(({ removedBlocks }) => removedBlocks)),
        indexedBlocks: sum(all.map(({ indexedBlocks }) => indexedBlocks)),
        unreadable: all.flatMap(({ unreadable }) => unreadable),
      }
    },
  }
}

/** The lists of all shards as one, in the order of keys. */
async function* merged(shards: readonly Shard[], options?: AbortOptions): AsyncGenerator<StoredBlock, void> {
  const lists = shards.map(({ store }) => store.list(options)[Symbol.asyncIterator]())
  try {
    const heads = await Promise.all(lists.map((list) => list.next()))
    for (;;) {
      options?.signal?.throwIfAborted()
      let first: number | undefined
      let firstKey = ''
      for (const [at, { value }] of heads.entries()) {
        const key = value ? blockKey(value.cid) : undefined
        if (key === undefined || (first !== undefined && key > firstKey)) continue
        first = at
        firstKey = key
      }
      const list = first === undefined ? undefined : lists[first]
      const value = first === undefined ? undefined : heads[first]?.value
      if (first === undefined || !list || !value) return
      yield value
      heads[first] = await list.next()
    }
  } finally {
    await Promise.all(lists.map((list) => list.return?.()))
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
