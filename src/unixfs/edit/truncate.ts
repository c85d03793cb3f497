import type { AbortOptions } from '../../ports/abort.ts'
import type { FileTree } from '../layout/file-nodes.ts'
import type { EditStore } from './edit-store.ts'
import { type EditedNode, openEditedNode, writeEditedNode } from './edited-node.ts'

/**
 * Truncates a file to `sizeBytes`, which must be less than its size. The leaf with the first byte after the cut
 * stays, as an empty leaf when the cut is at its boundary. Spec gap: so does the reference implementation, and CIDs
 * depend on it.
 */
export async function truncate(
  store: EditStore,
  node: EditedNode,
  { sizeBytes, signal }: AbortOptions & { readonly sizeBytes: number },
): Promise<FileTree> {
  const ownBytes = node.data?.byteLength ?? 0
  if (sizeBytes < ownBytes || node.children.length === 0) {
    return writeEditedNode(store, node, { data: node.data?.slice(0, sizeBytes), children: [] })
  }
  const children: FileTree[] = []
  let at = ownBytes
  for (const child of node.children) {
    if (sizeBytes < at + child.fileBytes) {
      const cut = await openEditedNode(store, child.cid, { signal })
      children.push(await truncate(store, cut, { sizeBytes: sizeBytes - at, signal }))
      break
    }
    children.push(child)
    at += child.fileBytes
  }
  return writeEditedNode(store, node, { data: node.data, children })
}
