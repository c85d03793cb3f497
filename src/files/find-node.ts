import type { BlockReader } from '../blocks/load-block.ts'
import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { findLink } from '../unixfs/directory/find-link.ts'
import { type ContentNode, type DirectoryNode, openNode } from '../unixfs/read/open-node.ts'
import { cannotAccess, doesNotExist } from './errors.ts'
import { createRecentlyUsed, type RecentlyUsed, unitsOfBytes, unitsOfName } from './recently-used.ts'

/** Directories on the paths of the last calls. Each call reads some of the same ones. */
export type PathCache = RecentlyUsed<DirectoryNode>

/** Links of all cached directories together, of names that are not long: 3 MB. */
const MAX_LINKS = 8_192

export function createPathCache(): PathCache {
  return createRecentlyUsed<DirectoryNode>({
    unitsOf: ({ node: { Data, Links } }) =>
      Links.reduce((sum, { Name = '' }) => sum + unitsOfName(Name), unitsOfBytes(Data?.byteLength ?? 0)),
    maxUnits: MAX_LINKS,
  })
}

export interface FindNodeOptions extends AbortOptions {
  readonly names: readonly string[]
  readonly cache?: PathCache | undefined
}

/**
 * Finds the node at `names` below a root. Throws `not-found` for a missing name, `failed-precondition` for a file
 * on the path.
 */
export async function findNode(
  blocks: BlockReader,
  root: CID,
  { names, cache, signal }: FindNodeOptions,
): Promise<CID> {
  let cid = root
  for (const [at, name] of names.entries()) {
    const known = cache?.get(cid)
    const node = known ?? (await openNode(blocks, cid, { signal }))
    if (node.kind !== 'directory') throw cannotAccess(names.slice(0, at + 1))
    if (!known) cache?.add(cid, node)
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
