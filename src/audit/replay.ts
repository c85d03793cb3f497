import type { Change } from '../calendar/model/calendar.ts'
import { treeKey } from '../calendar/store/commits/commit.ts'
import { createSearchTree } from '../calendar/store/tree/search-tree.ts'
import { readTreeNode } from '../calendar/store/tree/tree-node.ts'
import { blockKey, type CID } from '../codec/cid/cid.ts'
import { decodeDagCbor } from '../codec/dag-cbor/decode-dag-cbor.ts'
import type { AbortOptions } from '../ports/abort.ts'

/** Recomputes the state of a calendar from its changes. */
export interface Replay {
  /** Applies changes and returns the root of the new state; `undefined` when a `before` value is wrong. */
  apply(changes: readonly Change[], options?: AbortOptions): Promise<CID | undefined>
}

/** Number of nodes up to which those of earlier states stay in memory. Beyond, they may be half of all nodes. */
const MIN_NODES_SWEPT = 1024

/**
 * Creates a replay of an empty calendar. Keeps the nodes of the tree in memory, about 1 KB for four records, and
 * forgets those of earlier states.
 */
export function createReplay(): Replay {
  let nodes = new Map<string, Uint8Array>()
  let sweepAt = MIN_NODES_SWEPT
  const held = new Map<string, CID>()
  const tree = createSearchTree({ get: async (cid) => nodes.get(blockKey(cid)) })
  let root: CID | undefined

  /** Drops the nodes that the last state does not have. */
  const sweep = () => {
    const live = new Map<string, Uint8Array>()
    const waiting = root ? [root] : []
    for (let cid = waiting.pop(); cid; cid = waiting.pop()) {
      const key = blockKey(cid)
      const bytes = nodes.get(key)
      if (!bytes) throw new TypeError('Cannot sweep nodes: the state lacks one')
      live.set(key, bytes)
      for (const below of readTreeNode(decodeDagCbor(bytes)).below) if (below) waiting.push(below)
    }
    nodes = live
    sweepAt = Math.max(MIN_NODES_SWEPT, 2 * live.size)
  }

  return {
    async apply(changes, options = {}) {
      for (const change of changes) {
        const before = held.get(treeKey(change))
        if (before ? !change.before?.equals(before) : change.before !== undefined) return undefined
      }
      const values = new Map(changes.map((change) => [treeKey(change), change.after ?? null]))
      const changed = await tree.change(root, values, options)
      for (const { cid, bytes } of changed.blocks) nodes.set(blockKey(cid), bytes)
      for (const [key, value] of values) {
        if (value) held.set(key, value)
        else held.delete(key)
      }
      root = changed.root
      if (nodes.size > sweepAt) sweep()
      return root
    },
  }
}
