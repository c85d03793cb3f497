import { blockNotFound } from '../../blocks/not-found.ts'
import { createBlockSet } from '../../codec/cid/block-set.ts'
import type { CID } from '../../codec/cid/cid.ts'
import { isLeaf, linksOfBlock } from '../../codec/ipld/block-links.ts'
import { DomainError, isDomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Blockstore } from '../../ports/blockstore.ts'
import { loadLedgerBlock } from '../blocks/load-block.ts'
import { type LedgerRoot, loadRoot } from './root.ts'

export interface HistoryOptions extends AbortOptions {
  readonly blocks: Pick<Blockstore, 'get' | 'has'>
  /** Number of roots, counted from the newest; all stored ones when absent. */
  readonly keepRoots?: number | undefined
}

/** A block, with the block of the next newer root at the same position. */
interface Pair {
  readonly cid: CID
  readonly beside?: CID | undefined
}

/** Blocks that are read concurrently. */
const CONCURRENCY = 8
const MAX_WAITING = 262_144
/** Maximum number of blocks in which one root may differ from the next newer one. */
const MAX_DIFFERENT = 4_000_000
/**
 * Maximum size of the set of visited blocks of one root. It only avoids repeated visits of shared subtrees, which
 * no ledger creates, so it may be cleared.
 */
const MAX_VISITED = 250_000

/**
 * Lists every block of the newest roots. Each root is compared with the next newer one, and only subtrees that
 * differ are read. So the time depends on what was changed, and the memory does not depend on the length of the
 * history. A block may be listed more than once.
 *
 * All blocks of the newest root must be stored: throws `not-found`. Older roots may lack blocks, as after an
 * import. Throws `too-large` for an older root that differs more than any ledger operation can explain.
 */
export async function* historyBlocks(
  newest: CID,
  { blocks, keepRoots = Number.POSITIVE_INFINITY, signal }: HistoryOptions,
): AsyncGenerator<CID, void> {
  const read = recentLinks(blocks)
  let newer: LedgerRoot | undefined
  let cid: CID | undefined = newest
  for (let kept = 0; cid && kept < keepRoots; kept += 1) {
    signal?.throwIfAborted()
    const root: LedgerRoot | undefined = await loadRoot(blocks, cid, { signal }).catch(
      newer ? ignoreMissing : undefined,
    )
    if (!root) return
    yield cid
    for (const part of ['rollapps', 'queue'] as const) {
      const pair = root[part] && { cid: root[part], beside: newer?.[part] }
      if (pair) yield* differences(pair, { read, blocks, mayBeIncomplete: newer !== undefined, signal })
    }
    newer = root
    cid = root.prev
  }
}

function ignoreMissing(error: unknown): undefined {
  if (!isDomainError(error, 'not-found')) throw error
}

interface DifferingOptions extends AbortOptions {
  readonly read: ReadLinks
  readonly blocks: Pick<Blockstore, 'has'>
  readonly mayBeIncomplete: boolean
}

/** Lists the blocks below the first node of a pair that are not below the second. */
async function* differences(
  top: Pair,
  { read, blocks, mayBeIncomplete, signal }: DifferingOptions,
): AsyncGenerator<CID, void> {
  const below = async ({ cid, beside }: Pair): Promise<readonly Pair[]> => {
    if (!isLeaf(cid)) {
      const links = await read(cid, { signal })
      if (links) return pairs(links, (beside && (await read(beside, { signal }))) ?? [])
    }
    if (mayBeIncomplete || (isLeaf(cid) && (await blocks.has(cid, { signal })))) return []
    throw blockNotFound(cid)
  }
  let visited = createBlockSet()
  let listed = 0
  const waiting = top.beside?.equals(top.cid) ? [] : [top]
  while (waiting.length > 0) {
    if (visited.size > MAX_VISITED) visited = createBlockSet()
    const fresh = waiting.splice(-CONCURRENCY).filter(({ cid }) => visited.addNode(cid))
    for (const found of await Promise.all(fresh.map(below))) waiting.push(...found)
    for (const { cid } of fresh) yield cid
    listed += fresh.length
    if (waiting.length > MAX_WAITING || (mayBeIncomplete && listed > MAX_DIFFERENT)) {
      throw new DomainError('too-large', `Cannot compare ledger roots below "${top.cid}": too many blocks`)
    }
  }
}

/**
 * Pairs the links that only the older block has with links that only the newer one has. Aligned at the end, where
 * lists grow.
 */
function pairs(links: readonly CID[], besides: readonly CID[]): readonly Pair[] {
  const isAmong = (list: readonly CID[]) => {
    const keys = new Set(list.map(String))
    return (cid: CID) => keys.has(cid.toString())
  }
  const isShared = isAmong(besides)
  const isOld = isAmong(links)
  const own = links.filter((cid) => !isShared(cid))
  const others = besides.filter((cid) => !isOld(cid))
  const shift = Math.max(0, own.length - others.length)
  return own.map((cid, at) => ({ cid, beside: others[at - shift] }))
}

/** The links of a block; `undefined` when it is missing. */
type ReadLinks = (cid: CID, options: AbortOptions) => Promise<readonly CID[] | undefined>

/**
 * Number of nodes whose links are cached. The changed nodes of one root are read again when the next root is
 * compared.
 */
const KEPT = 1_024

function recentLinks(blocks: Pick<Blockstore, 'get'>): ReadLinks {
  const recent = new Map<string, readonly CID[]>()
  return async (cid, options) => {
    if (isLeaf(cid)) return []
    const key = cid.toString()
    const known = recent.get(key)
    if (known) return known
    const bytes = await loadLedgerBlock(blocks, cid, options).catch(ignoreMissing)
    if (!bytes) return undefined
    const links = linksOfBlock(cid, bytes)
    const oldest = recent.size >= KEPT ? recent.keys().next() : undefined
    if (oldest?.done === false) recent.delete(oldest.value)
    recent.set(key, links)
    return links
  }
}
