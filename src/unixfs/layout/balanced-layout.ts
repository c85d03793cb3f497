import type { Metadata } from '../add/metadata.ts'
import { refuseFileLinks } from '../dag/dag-shape.ts'
import { type FileTree, writeParent } from './file-nodes.ts'
import type { NodeWriter } from './node-writer.ts'

/** Builds the tree of one file from its leaves, and holds only unfinished nodes. */
export interface FileLayout {
  /** Adds the next leaf. */
  add(leaf: FileTree): Promise<void>
  /** Completes the tree and returns its root. Only the root carries the metadata. */
  finish(metadata: Metadata): Promise<FileTree>
}

/**
 * Creates the balanced layout: all leaves at one depth, and nodes filled to `maxFileLinks` children, level by
 * level. A file of one leaf is that leaf, without the metadata. Spec gap: the reference implementation's default
 * layout, which does not terminate for nodes of one link. Throws `invalid-argument` for a second leaf of those.
 */
export function createBalancedLayout(nodes: NodeWriter): FileLayout {
  const levels: FileTree[][] = [[]]

  const insert = async (tree: FileTree, height: number): Promise<void> => {
    const level = levels[height] ?? []
    levels[height] = level
    if (level.length === nodes.shape.maxFileLinks) {
      await insert(await writeParent(nodes, level.splice(0)), height + 1)
    }
    level.push(tree)
  }

  return {
    async add(leaf) {
      if (nodes.shape.maxFileLinks === 1 && levels[0]?.length === 1) refuseFileLinks(1)
      await insert(leaf, 0)
    },
    async finish(metadata) {
      for (let height = 0; ; height += 1) {
        const isTop = height === levels.length - 1
        const trees = levels[height] ?? []
        const [root] = trees
        if (isTop && trees.length === 1 && root) return root
        const parent = await writeParent(nodes, trees, isTop ? metadata : {})
        if (isTop) return parent
        await insert(parent, height + 1)
      }
    },
  }
}
