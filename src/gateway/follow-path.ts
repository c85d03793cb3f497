import { type CID, IDENTITY_CODE } from '../codec/cid.ts'
import { resolvePath } from '../content/resolve.ts'
import { DomainError } from '../errors.ts'
import type { StorageNode } from '../node.ts'
import { recordedBlocks } from './recorded-blocks.ts'
import type { Visit } from './visit.ts'

/** Where the path of a request leads. */
export interface FollowedPath {
  /** The CID at the end. */
  readonly cid: CID
  /** The CID of each segment of the path, the root first. */
  readonly trail: readonly CID[]
  /** The blocks on the way, shards of directories too, without the last. */
  readonly passed: readonly CID[]
}

/** Most names of a path that are followed. */
const MAX_NAMES = 1024

/**
 * Follows the path of a request.
 *
 * Throws `invalid-argument` for a root that is no CID and for over 1,024 names, `not-found` for a name that
 * is not there, `failed-precondition` when only what is held may be served and the root is not.
 */
export async function followPath({ path, blocks, node, headers, signal }: Visit): Promise<FollowedPath> {
  if (path.names.length > MAX_NAMES) {
    throw new DomainError('invalid-argument', `invalid path: over ${MAX_NAMES} path components`)
  }
  const recorded = recordedBlocks(blocks)
  let { cid } = await resolvePath(recorded, `/ipfs/${path.root}`, { signal })
  const trail = [cid]
  if (isOnlyIfCached(headers) && !(await isHeld(node, cid, signal))) {
    throw new DomainError('failed-precondition', `block ${cid} is not held here`)
  }
  for (const name of path.names) {
    cid = (await resolvePath(recorded, `/ipfs/${cid}/${name}`, { signal })).cid
    trail.push(cid)
  }
  return { cid, trail, passed: recorded.read }
}

function isOnlyIfCached(headers: Headers): boolean {
  return /\bonly-if-cached\b/i.test(headers.get('Cache-Control') ?? '')
}

async function isHeld({ ports }: StorageNode, cid: CID, signal: AbortSignal): Promise<boolean> {
  return cid.multihash.code === IDENTITY_CODE || ports.blockstore.has(cid, { signal })
}
