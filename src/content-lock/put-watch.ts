import { type BlockSet, createBlockSet } from '../codec/cid/block-set.ts'
import type { CID } from '../codec/cid/cid.ts'
import type { Blockstore, BlockWriteOptions } from '../ports/blockstore.ts'

/** Blocks that others have put, of 16 bytes each, while an add was watched. With more, no add owns blocks any more. */
const MAX_OTHERS = 1_000_000

/** The blocks that one add has stored, and that nobody else of this process has put since. */
export interface OwnBlocks extends Pick<BlockSet, 'hasBlock'> {
  /** Marks a `putMany` as one of this add. */
  readonly onAdded: NonNullable<BlockWriteOptions['onAdded']>
  isEmpty(): boolean
  /** Stops watching, after the last use of `hasBlock`. */
  end(): void
}

/** Watches the puts of a store, to tell which blocks are those of one add alone. */
export interface PutWatch {
  /** Begins to watch for an add that passes `onAdded` with each of its puts. */
  begin(): OwnBlocks
  /** A view whose puts are watched. */
  watched(store: Blockstore): Blockstore
}

interface Watched {
  readonly onAdded: OwnBlocks['onAdded']
  /** Noted before the store is asked, so that of two who put a block at the same time each sees the other. */
  readonly put: BlockSet
}

export function createPutWatch(): PutWatch {
  const adds = new Set<Watched>()
  const underWay = new Set<readonly CID[]>()
  let others = createBlockSet()

  const note = (cids: readonly CID[], onAdded?: OwnBlocks['onAdded']) => {
    let own: Watched | undefined
    for (const add of adds) {
      if (add.onAdded === onAdded) own = add
      else if (onAdded) for (const cid of cids) if (add.put.hasBlock(cid)) others.addBlock(cid)
    }
    if (own) cids.forEach(own.put.addBlock)
    else if (adds.size > 0 && others.size <= MAX_OTHERS) cids.forEach(others.addBlock)
  }
  const noted = async (cids: readonly CID[], put: () => Promise<void>, onAdded?: OwnBlocks['onAdded']) => {
    note(cids, onAdded)
    if (onAdded) return put()
    underWay.add(cids)
    try {
      await put()
    } finally {
      underWay.delete(cids)
    }
  }

  return {
    begin() {
      const added = createBlockSet()
      const onAdded: OwnBlocks['onAdded'] = (cids) => cids.forEach(added.addBlock)
      const add: Watched = { onAdded, put: createBlockSet() }
      adds.add(add)
      for (const cids of underWay) cids.forEach(others.addBlock)
      return {
        onAdded,
        isEmpty: () => added.size === 0,
        hasBlock: (cid) => others.size <= MAX_OTHERS && added.hasBlock(cid) && !others.hasBlock(cid),
        end() {
          adds.delete(add)
          if (adds.size === 0) others = createBlockSet()
        },
      }
    },
    watched: (store) => ({
      ...store,
      put: (cid, bytes, options) => noted([cid], () => store.put(cid, bytes, options)),
      putMany: (blocks, options) => {
        const cids = blocks.map(({ cid }) => cid)
        return noted(cids, () => store.putMany(blocks, options), options?.onAdded)
      },
    }),
  }
}
