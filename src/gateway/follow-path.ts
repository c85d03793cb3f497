import { type BlockReader, loadBlock } from '../blocks/load-block.ts'
import { type CID, DAG_PB_CODEC, IDENTITY_CODE, RAW_CODEC } from '../codec/cid/cid.ts'
import { decodeBlock } from '../codec/ipld/decode-block.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { missingLink } from '../unixfs/dag/missing-link.ts'
import { resolvePath } from '../unixfs/dag/resolve.ts'
import { descend } from '../unixfs/read/inside-node.ts'
import type { GatewayNode } from './gateway-node.ts'
import type { GatewayRequest } from './gateway-request.ts'

/** The result of following a path. */
export interface FollowedPath {
  /** The CID at the end. */
  readonly cid: CID
  /** The CID of each segment of the path, starting with the root; for a name, of the path that it resolves to. */
  readonly trail: readonly CID[]
  /** The names of a value inside the last node. Empty when the path ends at the node itself. */
  readonly remainder: readonly string[]
  /** The blocks on the way, including shards of directories, without the last. */
  readonly passed: readonly CID[]
}

/** Maximum number of names in a path. */
const MAX_NAMES = 1024

/**
 * Follows the path of a request: names of directories, through their shards, and keys and indexes inside IPLD
 * nodes, across links. For a value inside a node, the trail contains the node's CID.
 *
 * Throws `invalid-argument` for a root that is not a CID and for over 1,024 names, `not-found` for a missing
 * name, `failed-precondition` when the request accepts only local content and the root is not local.
 */
export async function followPath({
  path,
  content,
  blocks,
  node,
  headers,
  signal,
}: GatewayRequest): Promise<FollowedPath> {
  const names = [...content.names, ...path.names]
  if (names.length > MAX_NAMES) {
    throw new DomainError('invalid-argument', `invalid path: over ${MAX_NAMES} path components`)
  }
  const recorded = recordedBlocks(blocks)
  const { cid } = await resolvePath(recorded, `/ipfs/${content.root}`, { signal })
  if (isOnlyIfCached(headers) && !(await isHeld(node, cid, signal))) {
    throw new DomainError('failed-precondition', `block ${cid} is not held here`)
  }
  let place: Place = { cid, names, trail: [cid] }
  while (place.names.length > 0 && place.remainder === undefined) {
    place = await step(recorded, place, { signal })
  }
  const passed = recorded.read.filter((read) => !read.equals(place.cid))
  return { cid: place.cid, trail: place.trail, remainder: place.remainder ?? [], passed }
}

interface Place {
  readonly cid: CID
  readonly trail: readonly CID[]
  /** The names that remain. */
  readonly names: readonly string[]
  /** Present if the path ends inside the node. */
  readonly remainder?: readonly string[]
}

async function step(blocks: BlockReader, place: Place, options: AbortOptions): Promise<Place> {
  const { cid, names, trail } = place
  if (cid.code === DAG_PB_CODEC || cid.code === RAW_CODEC) {
    const [name, ...rest] = names
    const found = await resolvePath(blocks, `/ipfs/${cid}/${name}`, options)
    return { cid: found.cid, names: rest, trail: [...trail, found.cid] }
  }
  const node = decodeBlock(cid, await loadBlock(blocks, cid, options))
  const { link, missing, unused } = descend(cid, node, names)
  if (missing !== undefined) throw missingLink(missing, cid)
  const within = names.slice(unused.length).map(() => cid)
  if (link === undefined) return { cid, names, trail: [...trail, ...within], remainder: names }
  return { cid: link, names: unused, trail: [...trail, ...within.slice(1), link] }
}

function isOnlyIfCached(headers: Headers): boolean {
  return /\bonly-if-cached\b/i.test(headers.get('Cache-Control') ?? '')
}

async function isHeld({ blocks }: GatewayNode, cid: CID, signal: AbortSignal): Promise<boolean> {
  return cid.multihash.code === IDENTITY_CODE || blocks.has(cid, { signal })
}

/** A reader that records which blocks were read, in order. */
interface RecordedBlocks extends BlockReader {
  readonly read: readonly CID[]
}

/** Records the blocks that following a path needs: a client needs the same blocks to verify the path. */
function recordedBlocks(blocks: BlockReader): RecordedBlocks {
  const read: CID[] = []
  return {
    read,
    get(cid, options) {
      if (!read.at(-1)?.equals(cid)) read.push(cid)
      return blocks.get(cid, options)
    },
  }
}
