import type { AbortOptions } from '../../ports/abort.ts'
import type { FileTree } from '../layout/file-nodes.ts'
import type { ContentCursor } from './content-cursor.ts'
import type { EditStore } from './edit-store.ts'
import { type EditedNode, openEditedChild, writeEditedNode } from './edited-node.ts'

export interface OverwriteOptions extends AbortOptions {
  /** Position of the first replaced byte. */
  readonly start: number
  readonly content: ContentCursor
}

/**
 * Replaces bytes of a file from `start` on, until the content or the file ends. Leaves keep their boundaries, so
 * the shape of the tree stays. Holds one leaf at a time. Throws the errors of {@link openEditedChild}.
 */
export async function overwrite(
  store: EditStore,
  root: EditedNode,
  { start, content, signal }: OverwriteOptions,
): Promise<FileTree> {
  const below = async (child: FileTree, from: number, depth: number): Promise<FileTree> =>
    replace(await openEditedChild(store, child, { depth, signal }), from, depth)
  const replace = async (node: EditedNode, from: number, depth: number): Promise<FileTree> => {
    const data = node.data?.slice()
    if (data && from < data.byteLength) await content.fill(data.subarray(from))
    const children: FileTree[] = []
    let at = data?.byteLength ?? 0
    for (const child of node.children) {
      const end = at + child.fileBytes
      const isTouched = end > from && end > at && (await content.hasMore())
      children.push(isTouched ? await below(child, Math.max(0, from - at), depth + 1) : child)
      at = end
    }
    return writeEditedNode(store, node, { data, children })
  }
  return replace(root, start, 0)
}
