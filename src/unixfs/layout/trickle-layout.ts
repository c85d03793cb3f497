import type { FileLayout } from './balanced-layout.ts'
import { type FileTree, writeParent } from './file-nodes.ts'
import type { NodeWriter } from './node-writer.ts'

/** Number of subtrees of each depth in a node, before the next depth. */
const SUBTREES_PER_DEPTH = 4

/** A node on the right edge of a tree. More children can be added to it. */
export interface OpenNode {
  /** Up to `maxFileLinks` leaves, followed by subtrees. */
  readonly children: FileTree[]
  /** Bytes in the node itself, before those of its children. Only a root that was a single leaf has some. */
  readonly data?: Uint8Array | undefined
  /** Its subtrees have lower depths. Infinite in the root, whose subtrees may have any depth. */
  readonly depth: number
}

/** Depth of the subtree at a child index of a node; 0 for a leaf. */
export function subtreeDepth(index: number, width: number): number {
  return index < width ? 0 : Math.floor((index - width) / SUBTREES_PER_DEPTH) + 1
}

/**
 * Creates the trickle layout: each node has up to `maxFileLinks` leaves, then four subtrees of each depth from 1 to
 * below its own, so that the first leaves are near the root. The root is never a leaf, not even for one chunk or
 * none.
 *
 * `edge` is the right edge of an existing tree from its root downwards, where leaves are appended; it is changed in
 * place. When absent, the file is empty. Spec gap: the layout is the reference implementation's, for `trickle` and
 * for all writes to MFS.
 */
export function createTrickleLayout(
  nodes: NodeWriter,
  edge: OpenNode[] = [{ children: [], depth: Number.POSITIVE_INFINITY }],
): FileLayout {
  const width = nodes.shape.maxFileLinks

  /** Writes the lowest open node and adds it to its parent. */
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
