import type { Blockstore } from '../../../src/ports/blockstore.ts'

/** A store's `get` that counts: calls so far, and the most that were under way at once. */
export function counting(store: Pick<Blockstore, 'get'>) {
  const counts = { reads: 0, atOnce: 0, peak: 0 }
  const get: Blockstore['get'] = async (cid, options) => {
    counts.reads += 1
    counts.atOnce += 1
    counts.peak = Math.max(counts.peak, counts.atOnce)
    try {
      await new Promise((resolve) => setImmediate(resolve))
      return await store.get(cid, options)
    } finally {
      counts.atOnce -= 1
    }
  }
  return { counts, get }
}
