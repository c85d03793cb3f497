import type { Change } from '../calendar/model/calendar.ts'
import { treeKey } from '../calendar/store/commits/commit.ts'
import { createSearchTree } from '../calendar/store/tree/search-tree.ts'
import { readTreeNode } from '../calendar/store/tree/tree-node.ts'
import { binaryString, compactBytes } from '../codec/bytes/bytes.ts'
import type { CID } from '../codec/cid/cid.ts'
import { decodeDagCbor } from '../codec/dag-cbor/decode-dag-cbor.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { AuditFault } from './faults.ts'

/** Recomputes the state of a calendar from its changes. */
export interface Replay {
  /**
   * Applies changes and returns the root of the new state; `undefined` when a `before` value is wrong. Throws
   * {@link AuditFault} for a calendar of more records than the replay takes.
   */
  apply(changes: readonly Change[], options?: AbortOptions): Promise<CID | undefined>
}

/** Number of nodes up to which those of earlier states stay in memory. Beyond, they may be half of all nodes. */
const MIN_NODES_SWEPT = 1024

/**
 * Maximum number of records in the calendar. Each takes some 1 KB, which is much more than it takes in a commit, so
 * that the bytes that an audit may read do not limit its memory.
 */
const MAX_RECORDS = 400_000

export interface ReplayOptions {
  readonly maxRecords?: number
}

/**
 * Creates a replay of an empty calendar. Keeps the nodes of the tree in memory, and forgets those of earlier states.
 */
export function createReplay({ maxRecords = MAX_RECORDS }: ReplayOptions = {}): Replay {
  let nodes = new Map<string, Uint8Array>()
  let sweepAt = MIN_NODES_SWEPT
  /** CIDs by key of the tree. */
  const held = new Map<string, string>()
  const tree = createSearchTree({ get: async (cid) => nodes.get(textOf(cid.multihash)) })
  let root: CID | undefined

  /** Drops the nodes that the last state does not have. */
  const sweep = () => {
    const live = new Map<string, Uint8Array>()
    const waiting = root ? [root] : []
    for (let cid = waiting.pop(); cid; cid = waiting.pop()) {
      const key = textOf(cid.multihash)
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
        if ((change.before && textOf(change.before)) !== before) return undefined
      }
      const values = new Map(changes.map((change) => [treeKey(change), change.after ?? null]))
      const changed = await tree.change(root, values, options)
      for (const { cid, bytes } of changed.blocks) nodes.set(textOf(cid.multihash), compactBytes(bytes))
      for (const [key, value] of values) {
        if (value) held.set(key, textOf(value))
        else held.delete(key)
      }
      if (held.size > maxRecords) {
        const message = `Cannot audit a calendar of more than ${maxRecords} records`
        throw new AuditFault({ kind: 'broken ledger', message })
      }
      root = changed.root
      if (nodes.size > sweepAt) sweep()
      return root
    },
  }
}

/** A character for each byte, which takes a fifth of the memory of a CID or of its text in base 32. */
function textOf({ bytes }: { readonly bytes: Uint8Array }): string {
  return binaryString(bytes)
}
