import type { Change } from '../calendar/model/calendar.ts'
import { treeKey } from '../calendar/store/commits/commit.ts'
import { createSearchTree } from '../calendar/store/tree/search-tree.ts'
import { blockKey, type CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'

/** Recomputes the state of a calendar from its changes. */
export interface Replay {
  /** Applies changes and returns the root of the new state; `undefined` when a `before` value is wrong. */
  apply(changes: readonly Change[], options?: AbortOptions): Promise<CID | undefined>
}

/** Creates a replay of an empty calendar. Keeps the nodes of the tree in memory: about 1 KB for four records. */
export function createReplay(): Replay {
  const nodes = new Map<string, Uint8Array>()
  const held = new Map<string, CID>()
  const tree = createSearchTree({ get: async (cid) => nodes.get(blockKey(cid)) })
  let root: CID | undefined

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
      return root
    },
  }
}
