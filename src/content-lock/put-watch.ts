import { type BlockSet, createBlockSet } from '../codec/cid/block-set.ts'
import type { CID } from '../codec/cid/cid.ts'
import type { Blockstore, BlockWriteOptions } from '../ports/blockstore.ts'
import type { AddStage, Receiving } from './open-adds.ts'

/** The most blocks that are noted, of 16 bytes each: of one add, and of all others while adds are watched. */
const MAX_NOTED = 1_000_000

/**
 * What one add puts. `hasBlock` tells the blocks that it alone has stored: nobody else of this process has put them
 * since, except adds that discard unpinned blocks as it does. Beyond a million blocks that it puts or relies on it owns no
 * further ones, and with more than a million of others meanwhile none.
 */
export interface OwnBlocks extends Pick<BlockSet, 'hasBlock'>, Receiving {
  /** Marks a `putMany` as one of this add. */
  readonly onAdded: NonNullable<BlockWriteOptions['onAdded']>
  isEmpty(): boolean
  /** Resolves when none of its puts is under way. One that ends after the add has failed stores blocks all the same. */
  putsEnded(): Promise<void>
  /** Tells of blocks that the add relies on and does not put. */
  readonly relyOn: (cids: readonly CID[]) => void
  /** Call it before the add relies on more than it tells. */
  endReceiving(): void
  /** Stops watching, after the last use of `hasBlock`. */
  end(): void
}

export interface WatchedAddOptions {
  /**
   * True for an add that needs only what a pin or a live root keeps after it has ended. Several such adds that put the same
   * block own it together, so that the last one that discards its blocks removes it.
   */
  readonly discardsUnpinned?: boolean
}

/** Watches the puts of a store, to tell which blocks are those of one add alone. */
export interface PutWatch {
  /** Begins to watch for an add that passes `onAdded` with each of its puts. */
  begin(options?: WatchedAddOptions): OwnBlocks
  /** A view whose puts are watched. */
  watched(store: Blockstore): Blockstore
}

interface Watched extends Required<WatchedAddOptions> {
  /** What the store has told that it did not hold before. */
  readonly added: BlockSet
  /** Noted before the store is asked, so that of two who put a block at the same time each sees the other. */
  readonly put: BlockSet
  readonly underWay: Set<Promise<void>>
}

export function createPutWatch(): PutWatch {
  const adds = new Map<OwnBlocks['onAdded'], Watched>()
  const underWay = new Set<readonly CID[]>()
  let others = createBlockSet()

  const note = (cids: readonly CID[], onAdded?: OwnBlocks['onAdded']) => {
    const own = onAdded && adds.get(onAdded)
    if (!own) {
      if (adds.size > 0) noteIn(others, cids)
      return
    }
    for (const add of adds.values()) {
      if (add === own) continue
      const shared = cids.filter(add.put.hasBlock)
      if (own.discardsUnpinned && add.discardsUnpinned) noteIn(own.added, shared.filter(add.added.hasBlock))
      else noteIn(others, shared)
    }
    noteIn(own.put, cids)
  }
  const noted = async (cids: readonly CID[], put: () => Promise<void>, onAdded?: OwnBlocks['onAdded']) => {
    note(cids, onAdded)
    const own = onAdded && adds.get(onAdded)
    if (own) {
      const putting = put()
      own.underWay.add(putting)
      return putting.finally(() => own.underWay.delete(putting))
    }
    if (onAdded) return put()
    underWay.add(cids)
    try {
      await put()
    } finally {
      underWay.delete(cids)
    }
  }

  return {
    begin({ discardsUnpinned = false } = {}) {
      const added = createBlockSet()
      const put = createBlockSet()
      const ownUnderWay = new Set<Promise<void>>()
      const onAdded: OwnBlocks['onAdded'] = (cids) => {
        noteIn(added, cids)
        if (!discardsUnpinned) return
        for (const add of adds.values())
          if (add.discardsUnpinned) noteIn(add.added, cids.filter(add.put.hasBlock))
      }
      let isReceiving = true
      adds.set(onAdded, { added, put, discardsUnpinned, underWay: ownUnderWay })
      for (const cids of underWay) noteIn(others, cids)
      return {
        onAdded,
        isEmpty: () => added.size === 0,
        async putsEnded() {
          while (ownUnderWay.size > 0) await Promise.allSettled(ownUnderWay)
        },
        hasBlock: (cid) =>
          put.hasBlock(cid) && isWhole(others) && added.hasBlock(cid) && !others.hasBlock(cid),
        isReceiving: () => isReceiving && isWhole(put),
        reliesOn: put.hasBlock,
        relyOn: (cids) => note(cids, onAdded),
        endReceiving() {
          isReceiving = false
        },
        end() {
          adds.delete(onAdded)
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

/** The stage of an add that is watched: its puts into this view of `blockstore` count as its own. */
export function createAddStage(own: OwnBlocks, blockstore: AddStage['blockstore']): AddStage {
  return {
    blockstore: {
      putMany: (blocks, options) => blockstore.putMany(blocks, { ...options, onAdded: own.onAdded }),
    },
    relyOn: own.relyOn,
    onReceived: own.endReceiving,
  }
}

/** Notes nothing more in a set that is no longer whole. */
function noteIn(set: BlockSet, cids: readonly CID[]): void {
  if (isWhole(set)) cids.forEach(set.addBlock)
}

function isWhole({ size }: BlockSet): boolean {
  return size <= MAX_NOTED
}
