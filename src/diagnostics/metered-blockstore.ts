import type { Block, Blockstore } from '../ports/blockstore.ts'
import type { Activity } from './activity.ts'

/**
 * A view of a store that counts its calls as `storage-operations`, and the bytes given to it as
 * `bytes-in-flight` from the call to its answer. Whoever gathers bytes counts them until it makes the call.
 *
 * For stores that do not count by themselves: an adapter that shares its host's {@link Activity} knows
 * better which calls leave the process, and is used as it is, so that nothing counts twice.
 */
export function meteredBlockstore(store: Blockstore, activity: Activity): Blockstore {
  const metered = async <T>(operation: () => Promise<T>, sizeBytes = 0): Promise<T> => {
    const leave = [activity.enter('storage-operations'), activity.enter('bytes-in-flight', sizeBytes)]
    try {
      return await operation()
    } finally {
      for (const left of leave) left()
    }
  }

  return {
    get: (cid, options) => metered(() => store.get(cid, options)),
    has: (cid, options) => metered(() => store.has(cid, options)),
    put: (cid, bytes, options) => metered(() => store.put(cid, bytes, options), bytes.byteLength),
    putMany: (blocks, options) => metered(() => store.putMany(blocks, options), totalBytes(blocks)),
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
    sweep: (options) => metered(() => store.sweep(options)),
  }
}

function totalBytes(blocks: readonly Block[]): number {
  return blocks.reduce((total, { bytes }) => total + bytes.byteLength, 0)
}
