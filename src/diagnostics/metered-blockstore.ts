import type { Blockstore } from '../ports/blockstore.ts'
import type { Activity } from './activity.ts'

/**
 * A view of a store that counts its calls as `storage-operations`. An adapter that uses its host's
 * {@link Activity} knows better which calls leave the process. It is used without this view, so that nothing
 * counts twice. The holder of buffered bytes counts them, not this view.
 */
export function meteredBlockstore(store: Blockstore, activity: Activity): Blockstore {
  const metered = async <T>(operation: () => Promise<T>): Promise<T> => {
    const leave = activity.enter('storage-operations')
    try {
      return await operation()
    } finally {
      leave()
    }
  }

  return {
    get: (cid, options) => metered(() => store.get(cid, options)),
    has: (cid, options) => metered(() => store.has(cid, options)),
    put: (cid, bytes, options) => metered(() => store.put(cid, bytes, options)),
    putMany: (blocks, options) => metered(() => store.putMany(blocks, options)),
    replace: (cid, bytes, options) => metered(() => store.replace(cid, bytes, options)),
    async *copies(cid, options) {
      const leave = activity.enter('storage-operations')
      try {
        yield* store.copies(cid, options)
      } finally {
        leave()
      }
    },
    delete: (cid, options) => metered(() => store.delete(cid, options)),
    async *list(options) {
      const leave = activity.enter('storage-operations')
      try {
        yield* store.list(options)
      } finally {
        leave()
      }
    },
    stat: (cid, options) => metered(() => store.stat(cid, options)),
    totals: (options) => metered(() => store.totals(options)),
    compact: (options) => metered(() => store.compact(options)),
    sweep: (options) => metered(() => store.sweep(options)),
  }
}
