import { loadBlock } from '../blocks/load-block.ts'
import { type BlockSet, createBlockSet } from '../codec/cid/block-set.ts'
import type { CID } from '../codec/cid/cid.ts'
import { isLeaf, linksOfBlock } from '../codec/ipld/block-links.ts'
import { DomainError, isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import { assertLeaf } from './assert-leaf.ts'
import { MAX_ENTRIES, MAX_WAITING } from './walk-bounds.ts'

export interface DagWalkOptions extends AbortOptions {
  /** What was visited before and needs no visit; the walk adds to it. */
  readonly visited?: BlockSet
  /** Told of blocks before they are looked for: for a walk whose finding must last. */
  readonly protect?: ((cids: readonly CID[], options: AbortOptions) => Promise<void>) | undefined
  /** Told of a block that is missing or cannot be read, in place of the end of the walk. */
  readonly onBad?: ((cid: CID, error: DomainError) => void) | undefined
}

/**
 * Every block of a DAG, each once and held when it is told of, the root first.
 *
 * Throws `not-found` for a block that is not held, `corrupt` or `unsupported` for a node that cannot be read;
 * `details.cid` says which. Throws `too-large` over 4,000,000 entries of {@link BlockSet} (a leaf is one, a
 * node is two), or when 262,144 blocks wait.
 */
export type DagWalk = (root: CID, options?: DagWalkOptions) => AsyncIterable<CID>

/** Blocks that are looked for at once. */
const CONCURRENCY = 8

export interface WalkLimits {
  /** Most entries of what was visited. */
  readonly maxEntries?: number
  /** Reads leaves as well, which shows those that are corrupt; when absent, they only have to be held. */
  readonly readsLeaves?: boolean
}

/**
 * A walk for what must be whole: leaves have to be held too, and what several DAGs share is visited once.
 * Reading content in its order is not its purpose.
 */
export function createDagWalk(
  blockstore: Pick<Blockstore, 'get' | 'has'>,
  { maxEntries = MAX_ENTRIES, readsLeaves = false }: WalkLimits = {},
): DagWalk {
  return async function* walk(root, { visited = createBlockSet(), protect, onBad, signal } = {}) {
    const below = async (cid: CID) => {
      try {
        return { cid, links: await linksBelow(blockstore, cid, { readsLeaves, signal }) }
      } catch (error) {
        signal?.throwIfAborted()
        if (!onBad || !isDomainError(error)) throw error
        onBad(cid, error)
        return undefined
      }
    }
    const waiting = [root]
    await protect?.(waiting, { signal })
    while (waiting.length > 0) {
      const fresh = waiting.splice(-CONCURRENCY).filter((cid) => visited.addNode(cid))
      for (const node of await Promise.all(fresh.map(below))) {
        if (!node) continue
        yield node.cid
        const links = node.links.filter((cid) => !visited.hasNode(cid))
        if (links.length > 0) await protect?.(links, { signal })
        for (const cid of links) waiting.push(cid)
      }
      if (visited.size > maxEntries || waiting.length > MAX_WAITING) {
        throw new DomainError('too-large', `Cannot walk DAG "${root}": too many blocks`)
      }
    }
  }
}

async function linksBelow(
  blockstore: Pick<Blockstore, 'get' | 'has'>,
  cid: CID,
  { readsLeaves, ...options }: AbortOptions & { readonly readsLeaves: boolean },
): Promise<readonly CID[]> {
  try {
    if (readsLeaves || !isLeaf(cid)) return linksOfBlock(cid, await loadBlock(blockstore, cid, options))
    await assertLeaf(blockstore, cid, options)
    return []
  } catch (cause) {
    if (!isDomainError(cause)) throw cause
    throw new DomainError(cause.code, cause.message, { cause, details: { cid } })
  }
}
