import type { CID } from '../../codec/cid/cid.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { FileTree } from '../layout/file-nodes.ts'
import type { ContentCursor } from './content-cursor.ts'
import type { EditStore } from './edit-store.ts'
import { type EditedNode, MAX_EDIT_DEPTH, openEditedNode, writeEditedNode } from './edited-node.ts'

export interface OverwriteOptions extends AbortOptions {
  /** Position of the first replaced byte. */
  readonly start: number
  readonly content: ContentCursor
}

/**
 * Replaces bytes of a file from `start` on, until the content or the file ends. Leaves keep their boundaries, so
 * the shape of the tree stays. Holds one leaf at a time.
 */
export async function overwrite(
  store: EditStore,
  root: EditedNode,
  { start, content, signal }: OverwriteOptions,
): Promise<FileTree> {
  const below = async (cid: CID, from: number, depth: number): Promise<FileTree> => {
    if (depth > MAX_EDIT_DEPTH) throw tooDeep(cid)
    return replace(await openEditedNode(store, cid, { signal }), from, depth)
  }
  const replace = async (node: EditedNode, from: number, depth: number): Promise<FileTree> => {
    const data = node.data?.slice()
    if (data && from < data.byteLength) await content.fill(data.subarray(from))
    const children: FileTree[] = []
    let at = data?.byteLength ?? 0
    for (const child of node.children) {
      const end = at + child.fileBytes
      const isTouched = end > from && end > at && (await content.hasMore())
      children.push(isTouched ? await below(child.cid, Math.max(0, from - at), depth + 1) : child)
      at = end
    }
    return writeEditedNode(store, node, { data, children })
  }
  return replace(root, start, 0)
}

function tooDeep(cid: CID): DomainError {
  return new DomainError('corrupt', `Cannot edit ${cid}: file tree is deeper than ${MAX_EDIT_DEPTH} levels`)
}
