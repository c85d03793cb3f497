import { blockKey, type CID, IDENTITY_CODE } from '../codec/cid/cid.ts'
import { isLeaf, linksOfBlock } from '../codec/ipld/block-links.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { FilesOptions } from './edit-tree.ts'
import type { Locality } from './files.ts'
import { withEmptyRoot } from './files-root.ts'

/** Maximum number of distinct blocks that are checked. */
const MAX_BLOCKS = 1_000_000

/** Deepest DAG that is measured. */
const MAX_DEPTH = 1024

/**
 * Measures how much of a DAG is stored. A repeated block is checked once and counted each time. Throws `too-large`
 * over 1,000,000 blocks or 1,024 levels.
 */
export async function localityOf(
  blockstore: FilesOptions['blockstore'],
  root: CID,
  { signal }: AbortOptions,
): Promise<Locality> {
  const known = new Map<string, Locality>()
  const blocks = withEmptyRoot(blockstore)

  const below = async (cid: CID, depth: number): Promise<Locality> => {
    const key = `${cid.code} ${blockKey(cid)}`
    const met = known.get(key)
    if (met) return met
    if (known.size >= MAX_BLOCKS || depth > MAX_DEPTH) {
      throw new DomainError('too-large', `Cannot measure DAG "${root}": too many blocks`)
    }
    const found = isLeaf(cid) ? await leaf(cid) : await node(cid, depth)
    known.set(key, found)
    return found
  }
  /** Measures a leaf without reading its bytes. */
  const leaf = async (cid: CID): Promise<Locality> => {
    if (cid.multihash.code === IDENTITY_CODE) return inside(cid)
    const held = await blockstore.stat(cid, { signal })
    return { isWhole: held !== undefined, heldBytes: held?.sizeBytes ?? 0 }
  }
  const node = async (cid: CID, depth: number): Promise<Locality> => {
    const isInside = cid.multihash.code === IDENTITY_CODE
    const bytes = isInside ? cid.multihash.digest : await blocks.get(cid, { signal })
    if (!bytes) return { isWhole: false, heldBytes: 0 }
    let isWhole = true
    let heldBytes = bytes.byteLength
    for (const link of linksOfBlock(cid, bytes)) {
      const child = await below(link, depth + 1)
      isWhole &&= child.isWhole
      heldBytes += child.heldBytes
    }
    return { isWhole, heldBytes }
  }
  return below(root, 0)
}

/** The bytes of an identity CID are always available. */
function inside({ multihash }: CID): Locality {
  return { isWhole: true, heldBytes: multihash.digest.byteLength }
}
