import type { BlockReader } from '../blocks/load-block.ts'
import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { findLink } from '../unixfs/directory/find-link.ts'
import { type ContentNode, openNode } from '../unixfs/read/open-node.ts'
import { cannotAccess, doesNotExist } from './errors.ts'

/**
 * Finds the node at `names` below a root. Throws `not-found` for a missing name, `failed-precondition` for a file
 * on the path.
 */
export async function findNode(
  blocks: BlockReader,
  root: CID,
  { names, signal }: AbortOptions & { readonly names: readonly string[] },
): Promise<CID> {
  let cid = root
  for (const [at, name] of names.entries()) {
    const node = await openNode(blocks, cid, { signal })
    if (node.kind !== 'directory') throw cannotAccess(names.slice(0, at + 1))
    const child = await findChild(blocks, node, { name, signal })
    if (!child) throw doesNotExist()
    cid = child
  }
  return cid
}

/** The CID of an entry of a directory; `undefined` when it does not exist. */
export async function findChild(
  blocks: BlockReader,
  directory: Extract<ContentNode, { kind: 'directory' }>,
  { name, signal }: AbortOptions & { readonly name: string },
): Promise<CID | undefined> {
  if (directory.unixfs.type === 'hamt-shard') return findLink(blocks, directory.cid, { name, signal })
  return directory.node.Links.find((link) => link.Name === name)?.Hash
}
