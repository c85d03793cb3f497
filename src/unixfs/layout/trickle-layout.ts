import type { FileLayout } from './balanced-layout.ts'
import { type FileTree, writeParent } from './file-nodes.ts'
import type { NodeWriter } from './node-writer.ts'

/** Subtrees of one depth, side by side, before the next are deeper. */
const SUBTREES_PER_DEPTH = 4

/** A node on the right edge of a tree, to which more can be added. */
export interface OpenNode {
  /** Up to `maxFileLinks` leaves, then subtrees. */
  readonly children: FileTree[]
  /** Bytes in the node itself, before those of its children. Only a root that was one leaf has some. */
  readonly data?: Uint8Array | undefined
  /** Its subtrees are of lower depths; of any depth in the root, where this is infinite. */
  readonly depth: number
}

/** The depth of the tree below the child at `index` of a node; 0 for a leaf. */
export function subtreeDepth(index: number, width: number): number {
  return index < width ? 0 : Math.floor((index - width) / SUBTREES_PER_DEPTH) + 1
}

/**
 * Leaves near the root first: each node has up to `maxFileLinks` leaves, then four subtrees of each depth from 1
 * on, below its own. The root is never a leaf, not even for one chunk or none.
 *
 * `edge` is the right edge of a tree from its root downward, where the leaves go on: that of an empty file when
 * absent. It is changed in place. Spec gap: the layout is the reference implementation's, for `trickle` and for
 * all writing to the mutable namespace.
 */
export function createTrickleLayout(
  nodes: NodeWriter,
  edge: OpenNode[] = [{ children: [], depth: Number.POSITIVE_INFINITY }],
): FileLayout {
  const width = nodes.shape.maxFileLinks

  /** Writes the lowest open node, which then is a child of the next. */
  const close = async (): Promise<void> => {
    const full = edge.pop()
    if (full) edge.at(-1)?.children.push(await writeParent(nodes, full.children))
  }

  return {
    async add(leaf) {
      for (let node = edge.at(-1); node; node = edge.at(-1)) {
        if (node.children.length < width) {
          node.children.push(leaf)
          return
        }
        const depth = subtreeDepth(node.children.length, width)
        if (depth < node.depth) edge.push({ children: [], depth })
        else await close()
      }
    },
    async finish(metadata) {
      while (edge.length > 1) await close()
      const [root] = edge
      return writeParent(nodes, root?.children ?? [], { ...metadata, data: root?.data })
    },
  }
}
