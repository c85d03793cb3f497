import { createBlockSet } from '../codec/cid/block-set.ts'
import { blockKey, type CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { DagWalk } from './dag-walk.ts'
import { listPins } from './pin-rows.ts'
import { createPinnedBlocks } from './pinned-blocks.ts'

/** A block below a recursively pinned root. */
export interface IndirectPin {
  readonly cid: CID
  readonly root: CID
}

export interface IndirectPins {
  /** Every block below a recursive pin, once. A root is included only if another root reached it first. */
  list(options?: AbortOptions): AsyncIterable<IndirectPin>
  /** A recursive pin whose root is an ancestor of the block; `undefined` when there is none. */
  rootAbove(cid: CID, options?: AbortOptions): Promise<CID | undefined>
}

export interface IndirectPinsOptions {
  readonly datastore: Pick<Datastore, 'range' | 'generation'>
  readonly walk: DagWalk
}

/** The blocks that recursive pins keep below their roots. They have no rows and are computed from the DAGs. */
export function createIndirectPins({ datastore, walk }: IndirectPinsOptions): IndirectPins {
  const roots = (options: AbortOptions) => listPins(datastore, 'recursive', options)

  async function* list(options: AbortOptions = {}): AsyncGenerator<IndirectPin> {
    const visited = createBlockSet()
    for await (const { cid: root } of roots(options)) {
      for await (const cid of walk(root, { visited, ...options })) {
        if (!cid.equals(root)) yield { cid, root }
      }
    }
  }

  const pinnedBlocks = createPinnedBlocks({ datastore, roots, walk })

  /** Walks each root separately, to find blocks that the shared walk visited only as roots. */
  const search = async (key: string, options: AbortOptions) => {
    for await (const { cid: root } of roots(options)) {
      if (blockKey(root) === key) continue
      for await (const cid of walk(root, options)) {
        if (blockKey(cid) === key) return root
      }
    }
    return undefined
  }

  return {
    list,
    async rootAbove(cid, options = {}) {
      const { root, isCertain } = await pinnedBlocks.lookup(cid, options)
      return isCertain ? root : search(blockKey(cid), options)
    },
  }
}
