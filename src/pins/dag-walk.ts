import { loadBlock } from '../blocks/load-block.ts'
import { type BlockSet, createBlockSet } from '../codec/cid/block-set.ts'
import type { CID } from '../codec/cid/cid.ts'
import { isLeaf, linksOfBlock } from '../codec/ipld/block-links.ts'
import { DomainError, isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import { mapReady } from '../streams/map-ready.ts'
import { assertLeaf } from './assert-leaf.ts'
import { MAX_ENTRIES, MAX_WAITING } from './walk-bounds.ts'

export interface DagWalkOptions extends AbortOptions {
  /** Reads the blocks, instead of the store of this host: a session, which fetches and stores those that are missing. */
  readonly blocks?: Pick<Blockstore, 'get' | 'has'> | undefined
  /** Blocks that need no visit; the walk adds the visited ones. */
  readonly visited?: BlockSet
  /** Called with CIDs before their blocks are read, so that garbage collection cannot remove them afterwards. */
  readonly protect?: ((cids: readonly CID[], options: AbortOptions) => Promise<void>) | undefined
  /** Called for each leaf below the root in place of a visit: it does not wait, and is neither asserted nor yielded. */
  readonly onLeaf?: ((cid: CID) => void) | undefined
  /** Called for a block that is missing or cannot be read. When absent, such a block ends the walk. */
  readonly onBad?: ((cid: CID, error: DomainError) => void) | undefined
}

/**
 * Walks a DAG and yields every block once, the root first; each is stored, for a leaf as the `has` of its store says.
 *
 * Throws `not-found` for a missing block, `corrupt` or `unsupported` for a node that cannot be read; `details.cid`
 * is its CID. Throws `too-large` over 4,000,000 entries of {@link BlockSet} (a leaf is one, a node is two), or when
 * 262,144 blocks wait.
 */
export type DagWalk = (root: CID, options?: DagWalkOptions) => AsyncIterable<CID>

/** Blocks that are read concurrently: here, and where some may come from peers. */
const CONCURRENCY = 8
const FETCH_CONCURRENCY = 32

export interface WalkLimits {
  /** Maximum number of entries of the visited set. */
  readonly maxEntries?: number
  /** Reads leaves too, which detects corrupt ones. When absent, leaves must only be stored. */
  readonly readsLeaves?: boolean
  /** The links that the walk follows. Default: all. */
  readonly linksOf?: (cid: CID, bytes: Uint8Array) => readonly CID[]
}

/**
 * Creates a walk that checks that DAGs are complete: leaves must be stored too, and blocks that several DAGs share
 * are visited once. The order is not that of the content.
 */
export function createDagWalk(
  blockstore: Pick<Blockstore, 'get' | 'has'>,
  { maxEntries = MAX_ENTRIES, readsLeaves = false, linksOf = linksOfBlock }: WalkLimits = {},
): DagWalk {
  return async function* walk(root, options = {}) {
    const { blocks = blockstore, visited = createBlockSet(), protect, onLeaf, onBad, signal } = options
    const concurrency = options.blocks ? FETCH_CONCURRENCY : CONCURRENCY
    const below = async (cid: CID) => {
      try {
        return { cid, links: await linksBelow(blocks, cid, { readsLeaves, linksOf, signal }) }
      } catch (error) {
        signal?.throwIfAborted()
        if (!onBad || !isDomainError(error)) throw error
        onBad(cid, error)
        return undefined
      }
    }
    const waiting = [root]
    await protect?.(waiting, { signal })
    const next = () => {
      for (let cid = waiting.pop(); cid; cid = waiting.pop()) if (visited.addNode(cid)) return cid
      return undefined
    }
    for await (const node of mapReady(next, { concurrency, transform: below })) {
      if (!node) continue
      yield node.cid
      if (onLeaf) for (const leaf of node.links.filter(isLeaf)) onLeaf(leaf)
      const links = node.links.filter((cid) => !(onLeaf && isLeaf(cid)) && !visited.hasNode(cid))
      if (links.length > 0) await protect?.(links, { signal })
      for (const cid of links) waiting.push(cid)
      if (visited.size > maxEntries || waiting.length > MAX_WAITING) {
        throw new DomainError('too-large', `Cannot walk DAG "${root}": too many blocks`)
      }
    }
  }
}

async function linksBelow(
  blockstore: Pick<Blockstore, 'get' | 'has'>,
  cid: CID,
  { readsLeaves, linksOf, ...options }: AbortOptions & Required<Pick<WalkLimits, 'readsLeaves' | 'linksOf'>>,
): Promise<readonly CID[]> {
  try {
    if (readsLeaves || !isLeaf(cid)) return linksOf(cid, await loadBlock(blockstore, cid, options))
    await assertLeaf(blockstore, cid, options)
    return []
  } catch (cause) {
    if (!isDomainError(cause)) throw cause
    throw new DomainError(cause.code, cause.message, { cause, details: { cid } })
  }
}
