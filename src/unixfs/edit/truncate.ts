import type { AbortOptions } from '../../ports/abort.ts'
import type { FileTree } from '../layout/file-nodes.ts'
import type { EditStore } from './edit-store.ts'
import { type EditedNode, openEditedChild, writeEditedNode } from './edited-node.ts'

/**
 * Truncates a file to `sizeBytes`, which must be less than its size. The leaf with the first byte after the cut
 * stays, as an empty leaf when the cut is at its boundary. Spec gap: so does the reference implementation, and CIDs
 * depend on it. Throws the errors of {@link openEditedChild}.
 */
export async function truncate(
  store: EditStore,
  root: EditedNode,
  { sizeBytes, signal }: AbortOptions & { readonly sizeBytes: number },
): Promise<FileTree> {
  const cut = async (node: EditedNode, end: number, depth: number): Promise<FileTree> => {
    const ownBytes = node.data?.byteLength ?? 0
    if (end < ownBytes || node.children.length === 0) {
      return writeEditedNode(store, node, { data: node.data?.slice(0, end), children: [] })
    }
    const children: FileTree[] = []
    let at = ownBytes
    for (const child of node.children) {
      if (end < at + child.fileBytes) {
        const opened = await openEditedChild(store, child, { depth: depth + 1, signal })
        children.push(await cut(opened, end - at, depth + 1))
        break
      }
      children.push(child)
      at += child.fileBytes
    }
    return writeEditedNode(store, node, { data: node.data, children })
  }
  return cut(root, sizeBytes, 0)
}
