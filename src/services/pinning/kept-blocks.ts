import { blockKey, type CID } from '../../codec/cid/cid.ts'
import type { DagWalk } from '../../pins/dag-walk.ts'
import { createPinnedBlocks } from '../../pins/pinned-blocks.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Datastore } from '../../ports/datastore.ts'

export interface KeptBlocksOptions {
  readonly datastore: Pick<Datastore, 'generation'>
  readonly walk: DagWalk
  /** The roots of all pins. Several pins may have the same one. */
  readonly roots: (options: AbortOptions) => AsyncIterable<{ readonly cid: CID }>
}

/** Creates a function that tells whether a pin keeps a block. */
export function createKeptBlocks({ datastore, walk, roots }: KeptBlocksOptions) {
  async function* distinctRoots(options: AbortOptions) {
    const seen = new Set<string>()
    for await (const root of roots(options)) {
      const text = root.cid.toString()
      if (!seen.has(text)) yield root
      seen.add(text)
    }
  }
  const pinnedBlocks = createPinnedBlocks({ datastore, roots: distinctRoots, walk })

  return async (cid: CID, options: AbortOptions = {}): Promise<boolean> => {
    const { root, isCertain } = await pinnedBlocks.lookup(cid, options)
    if (root || isCertain) return root !== undefined
    const key = blockKey(cid)
    for await (const { cid: pinned } of distinctRoots(options)) if (blockKey(pinned) === key) return true
    for await (const { cid: pinned } of distinctRoots(options)) {
      for await (const below of walk(pinned, options)) if (blockKey(below) === key) return true
    }
    return false
  }
}
