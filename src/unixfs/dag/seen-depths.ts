import { type BlockSet, createBlockSet } from '../../codec/cid/block-set.ts'
import type { CID } from '../../codec/cid/cid.ts'

/** At which depth of a walk each CID was seen first, or later at a smaller one. Both versions of a CID count. */
export interface SeenDepths {
  /** Undefined for a CID that was not seen. */
  depthOf(cid: CID): number | undefined
  /** The smallest depth that was noted counts. */
  note(cid: CID, depth: number): void
}

/** Takes one {@link BlockSet} a depth and version; asking costs as many looks as there are depths. */
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
