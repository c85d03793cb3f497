import { type BlockSet, createBlockSet } from '../../codec/cid/block-set.ts'
import type { CID } from '../../codec/cid/cid.ts'

/** The smallest depth at which a walk has seen each CID. CIDs of both versions are distinguished. */
export interface SeenDepths {
  /** `undefined` for a CID that was not seen. */
  depthOf(cid: CID): number | undefined
  /** Notes a depth; the smallest one counts. */
  note(cid: CID, depth: number): void
}

/** Creates {@link SeenDepths} with two {@link BlockSet}s for each depth. A lookup takes time linear in the depths. */
export function createSeenDepths(): SeenDepths {
  const depths: (Record<0 | 1, BlockSet> | undefined)[] = []

  return {
    depthOf(cid) {
      const depth = depths.findIndex((sets) => sets?.[cid.version].hasNode(cid))
      return depth < 0 ? undefined : depth
    },
    note(cid, depth) {
      const sets = depths[depth] ?? { 0: createBlockSet(), 1: createBlockSet() }
      depths[depth] = sets
      sets[cid.version].addNode(cid)
    },
  }
}
