import type { Blockstore } from '../ports/blockstore.ts'
import type { ContentLock } from './content-lock.ts'

/** A view of a store that touches what is written, before it is: held blocks that are written again as well. */
export function touchingBlockstore(store: Blockstore, { touch }: Pick<ContentLock, 'touch'>): Blockstore {
  return {
    ...store,
    async put(cid, bytes, options) {
      await touch([cid], options)
      await store.put(cid, bytes, options)
    },
    async putMany(blocks, options) {
      const cids = blocks.map(({ cid }) => cid)
      await touch(cids, options)
      await store.putMany(blocks, options)
    },
    async replace(cid, bytes, options) {
      await touch([cid], options)
      await store.replace(cid, bytes, options)
    },
  }
}
