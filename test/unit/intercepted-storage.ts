import type { Ports } from '../../src/node/create.ts'

/**
 * The same storage, each call of which asks `before` first; one that throws is a call that failed. Every item of
 * a listing counts as a call of its own. For disks that fail and processes that are killed.
 */
export function interceptedStorage(
  { blockstore, datastore }: Pick<Ports, 'blockstore' | 'datastore'>,
  before: () => void,
): Pick<Ports, 'blockstore' | 'datastore'> {
  const once =
    <A extends unknown[], R>(call: (...options: A) => Promise<R>) =>
    async (...options: A) => {
      before()
      return call(...options)
    }
  const each = <A extends unknown[], R>(call: (...options: A) => AsyncIterable<R>) =>
    async function* (...options: A) {
      before()
      for await (const item of call(...options)) {
        yield item
        before()
      }
    }
  return {
    blockstore: {
      get: once(blockstore.get),
      has: once(blockstore.has),
      put: once(blockstore.put),
      putMany: once(blockstore.putMany),
      replace: once(blockstore.replace),
      copies: each(blockstore.copies),
      delete: once(blockstore.delete),
      list: each(blockstore.list),
      stat: once(blockstore.stat),
      totals: once(blockstore.totals),
      compact: once(blockstore.compact),
      sweep: once(blockstore.sweep),
    },
    datastore: {
      get: once(datastore.get),
      range: each(datastore.range),
      batch: once(datastore.batch),
      generation: once(datastore.generation),
    },
  }
}

/**
 * The same storage, each call of which asks `before` first if it can change what is stored. For processes that are
 * killed: one killed before it reads leaves the same as one killed before its next write.
 */
export function interceptedWrites(
  { blockstore, datastore }: Pick<Ports, 'blockstore' | 'datastore'>,
  before: () => void,
): Pick<Ports, 'blockstore' | 'datastore'> {
  const all = interceptedStorage({ blockstore, datastore }, before)
  const { put, putMany, replace, delete: remove, compact, sweep } = all.blockstore
  return {
    blockstore: { ...blockstore, put, putMany, replace, delete: remove, compact, sweep },
    datastore: { ...datastore, batch: all.datastore.batch },
  }
}
