import { isLeaf, linksOfBlock } from '../codec/block-links.ts'
import { blockKey, type CID, IDENTITY_CODE, RAW_CODEC } from '../codec/cid.ts'
import { loadBlock } from '../content/load-block.ts'
import { DomainError, isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore } from '../ports/blockstore.ts'

export interface DagWalkOptions extends AbortOptions {
  /** What was visited before and needs no visit; the walk adds to it. Holds the `blockKey` of each block. */
  readonly visited?: Set<string>
}

/**
 * Every block of a DAG, each once and held when it is told of, the root first.
 *
 * Throws `not-found` for a block that is not held, `corrupt` or `unsupported` for a node that cannot be read;
 * `details.cid` says which. Throws `too-large` when 2,000,000 blocks were visited or 262,144 wait.
 */
export type DagWalk = (root: CID, options?: DagWalkOptions) => AsyncIterable<CID>

/** Blocks that are looked for at once. */
const CONCURRENCY = 8
const MAX_VISITED = 2_000_000
const MAX_WAITING = 262_144

/**
 * A walk for what must be whole: leaves have to be held too, and what several DAGs share is visited once.
 * Reading content in its order is not its purpose.
 */
export function createDagWalk(blockstore: Pick<Blockstore, 'get' | 'has'>): DagWalk {
  return async function* walk(root, { visited = new Set<string>(), signal } = {}) {
    const waiting = [root]
    while (waiting.length > 0) {
      const fresh = waiting.splice(-CONCURRENCY).filter((cid) => isFirstVisit(visited, cid))
      const links = await Promise.all(fresh.map((cid) => linksBelow(blockstore, cid, { signal })))
      yield* fresh
      for (const below of links) {
        for (const cid of below) if (!visited.has(markOf(cid))) waiting.push(cid)
      }
      if (visited.size > MAX_VISITED || waiting.length > MAX_WAITING) {
        throw new DomainError('too-large', `Cannot walk DAG "${root}": too many blocks`)
      }
    }
  }
}

async function linksBelow(
  blockstore: Pick<Blockstore, 'get' | 'has'>,
  cid: CID,
  options: AbortOptions,
): Promise<readonly CID[]> {
  try {
    if (!isLeaf(cid)) return linksOfBlock(cid, await loadBlock(blockstore, cid, options))
    if (cid.multihash.code === IDENTITY_CODE || (await blockstore.has(cid, options))) return []
    throw new DomainError('not-found', `ipld: could not find ${cid}`)
  } catch (cause) {
    if (!isDomainError(cause)) throw cause
    throw new DomainError(cause.code, cause.message, { cause, details: { cid } })
  }
}

function isFirstVisit(visited: Set<string>, cid: CID): boolean {
  const mark = markOf(cid)
  if (visited.has(mark)) return false
  visited.add(mark).add(blockKey(cid))
  return true
}

/** The same bytes have other links under another codec: such a visit counts for itself. */
function markOf(cid: CID): string {
  return cid.code === RAW_CODEC ? blockKey(cid) : `${cid.code}/${blockKey(cid)}`
}
