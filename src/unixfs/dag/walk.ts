import { type BlockReader, loadBlock } from '../../blocks/load-block.ts'
import { createBlockSet } from '../../codec/cid/block-set.ts'
import { type CID, IDENTITY_CODE } from '../../codec/cid/cid.ts'
import { MAX_BLOCK_BYTES } from '../../codec/dag-pb/dag-pb.ts'
import { isLeaf, linksOfBlock } from '../../codec/ipld/block-links.ts'
import { DomainError, isDomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Block, BlockStat, Blockstore } from '../../ports/blockstore.ts'

export interface WalkOptions extends AbortOptions {
  /** Maximum number of distinct blocks to visit; 1,000,000 when absent. */
  readonly budget?: number | undefined
}

export interface WalkBlocksOptions extends WalkOptions {
  /** True visits a block again under another CID, of another version or codec. */
  readonly byCid?: boolean | undefined
  /** True skips missing blocks and their descendants. */
  readonly skipMissing?: boolean | undefined
}

/** Blocks that are loaded ahead. They bound the memory of a walk, whatever its depth. */
const AHEAD = 6

const DEFAULT_BUDGET = 1_000_000

/** Maximum number of links that wait to be followed, over all nodes of the path. */
const MAX_WAITING = 262_144

/**
 * Visits every distinct block reachable from `root` through the links of any codec, leaves included: depth first in
 * link order, the root first, each once. Blocks of identity CIDs are taken from the CIDs.
 *
 * Throws `not-found` at the first missing block, `corrupt` or `unsupported` for a block that cannot be read, and
 * `too-large` over the budget.
 */
export async function* walkBlocks(
  blocks: BlockReader,
  root: CID,
  { skipMissing = false, ...options }: WalkBlocksOptions = {},
): AsyncGenerator<Block, void> {
  const visit = async (cid: CID): Promise<Visited | undefined> => {
    try {
      const bytes = await loadBlock(blocks, cid, options)
      const links = linksOfBlock(cid, bytes)
      blocks.prefetch?.(links)
      return { cid, links, bytes, heldBytes: bytes.byteLength }
    } catch (error) {
      if (skipMissing && isDomainError(error, 'not-found')) return undefined
      throw error
    }
  }
  for await (const { cid, bytes } of walk(root, { visit, ...options })) if (bytes) yield { cid, bytes }
}

/** A visited block and its size. */
export interface SizedBlock extends BlockStat {
  readonly cid: CID
}

/** Visits the same blocks and gives their sizes. Blocks without links are not read, but must be stored. */
export async function* walkSizes(
  blocks: BlockReader & Pick<Blockstore, 'stat'>,
  root: CID,
  options: WalkOptions = {},
): AsyncGenerator<SizedBlock, void> {
  const visit = async (cid: CID): Promise<Visited> => {
    const isStored = isLeaf(cid) && cid.multihash.code !== IDENTITY_CODE
    const stat = isStored ? await blocks.stat(cid, options) : undefined
    if (stat) return { cid, links: [], sizeBytes: stat.sizeBytes, heldBytes: 0 }
    const bytes = await loadBlock(blocks, cid, options)
    const links = linksOfBlock(cid, bytes)
    blocks.prefetch?.(links)
    return { cid, links, sizeBytes: bytes.byteLength, heldBytes: 0 }
  }
  for await (const { cid, sizeBytes = 0 } of walk(root, { visit, ...options })) yield { cid, sizeBytes }
}

interface Visited {
  readonly cid: CID
  readonly links: readonly CID[]
  readonly bytes?: Uint8Array
  readonly sizeBytes?: number
  /** Memory that the block takes until it is yielded. */
  readonly heldBytes: number
}

interface Waiting {
  readonly cid: CID
  /** Set when loading begins. */
  visited?: Promise<Visited | undefined> | undefined
}

interface Visit extends WalkOptions, Pick<WalkBlocksOptions, 'byCid'> {
  visit(cid: CID): Promise<Visited | undefined>
}

async function* walk(
  root: CID,
  { visit, budget = DEFAULT_BUDGET, byCid = false, signal }: Visit,
): AsyncGenerator<Visited, void> {
  const seen = createBlockSet()
  const add = byCid ? seen.addCid : seen.addNode
  const has = byCid ? seen.hasCid : seen.hasNode
  const stack: Waiting[] = [{ cid: root }]
  let left = budget
  let ahead = 0
  let mostAhead = AHEAD
  const begin = (next: Waiting) => {
    next.visited = visit(next.cid)
    // The consumer may stop early, so a prefetch that failed must not become an unhandled rejection.
    next.visited.catch(() => undefined)
  }
  for (let next = stack.pop(); next; next = stack.pop()) {
    signal?.throwIfAborted()
    if (next.visited) ahead -= 1
    if (!add(next.cid)) continue
    if (left === 0) throw tooLarge(root, `over ${budget} blocks`)
    left -= 1
    if (!next.visited) begin(next)
    for (let at = stack.length - 1; ahead < mostAhead && at >= 0 && at >= stack.length - AHEAD; at -= 1) {
      const later = stack[at]
      if (!later || later.visited || has(later.cid)) continue
      begin(later)
      ahead += 1
    }
    const visited = await next.visited
    // Clears the reference: otherwise the chain of old links keeps the bytes of every visited block from
    // collection.
    next.visited = undefined
    if (!visited) continue
    if (visited.heldBytes > MAX_BLOCK_BYTES) mostAhead = 0
    yield visited
    for (const cid of visited.links.toReversed()) {
      if (!has(cid)) stack.push({ cid })
    }
    if (stack.length > MAX_WAITING) throw tooLarge(root, `over ${MAX_WAITING} links wait`)
  }
}

function tooLarge(root: CID, reason: string): DomainError {
  return new DomainError('too-large', `Cannot walk DAG ${root}: ${reason}`)
}
