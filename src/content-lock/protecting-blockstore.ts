import type { Blockstore } from '../ports/blockstore.ts'
import type { ContentLock } from './content-lock.ts'

/** A view of a store that protects blocks from collection before it writes them, even when they are stored already. */
export function protectingBlockstore(
  store: Blockstore,
  { protect }: Pick<ContentLock, 'protect'>,
): Blockstore {
  return {
    ...store,
    async put(cid, bytes, options) {
      await protect([cid], options)
      await store.put(cid, bytes, options)
    },
    async putMany(blocks, options) {
      const cids = blocks.map(({ cid }) => cid)
      await protect(cids, options)
      await store.putMany(blocks, options)
    },
    async replace(cid, bytes, options) {
      await protect([cid], options)
      await store.replace(cid, bytes, options)
    },
  }
}
