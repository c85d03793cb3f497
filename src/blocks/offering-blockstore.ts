import type { Blockstore } from '../ports/blockstore.ts'
import type { RemoteSources } from './remote-sources.ts'

/** A view of a store that offers blocks to remote sources after they are stored. */
export function offeringBlockstore(store: Blockstore, { offer }: Pick<RemoteSources, 'offer'>): Blockstore {
  return {
    ...store,
    async put(cid, bytes, options) {
      await store.put(cid, bytes, options)
      offer([cid])
    },
    async putMany(blocks, options) {
      await store.putMany(blocks, options)
      offer(blocks.map(({ cid }) => cid))
    },
    async replace(cid, bytes, options) {
      await store.replace(cid, bytes, options)
      offer([cid])
    },
  }
}
