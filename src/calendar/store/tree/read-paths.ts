import type { CID } from '../../../codec/cid/cid.ts'
import { mapOrdered } from '../../../streams/map-ordered.ts'
import { placeOf, type TreeNode } from './tree-node.ts'

/** Nodes that are read concurrently. */
const READS_AT_ONCE = 64

/**
 * Reads the nodes on the paths to the keys, by CID text. Reads level by level, and all nodes of a level
 * concurrently, since storage may have high latency. An absent root gives no nodes.
 */
export async function readPaths(
  read: (cid: CID) => Promise<TreeNode>,
  root: CID | undefined,
  keys: readonly string[],
): Promise<ReadonlyMap<string, TreeNode>> {
  const nodes = new Map<string, TreeNode>()
  const transform = async (wanted: Wanted) => ({ ...wanted, node: await read(wanted.cid) })
  let level: readonly Wanted[] = root ? [{ cid: root, keys }] : []
  while (level.length > 0) {
    const below: Wanted[] = []
    for await (const found of mapOrdered(level, { concurrency: READS_AT_ONCE, transform })) {
      nodes.set(found.cid.toString(), found.node)
      below.push(...wantedBelow(found.node, found.keys))
    }
    level = below
  }
  return nodes
}

interface Wanted {
  readonly cid: CID
  readonly keys: readonly string[]
}

function wantedBelow(node: TreeNode, keys: readonly string[]): Iterable<Wanted> {
  const wanted = new Map<number, { readonly cid: CID; readonly keys: string[] }>()
  for (const key of keys) {
    const at = placeOf(node.keys, key)
    const cid = node.keys[at] === key ? null : (node.below[at] ?? null)
    if (!cid) continue
    const held = wanted.get(at) ?? { cid, keys: [] }
    wanted.set(at, held)
    held.keys.push(key)
  }
  return wanted.values()
}
