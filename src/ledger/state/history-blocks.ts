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
  /** How many roots, the newest among them; all that are held when absent. */
  readonly keepRoots?: number | undefined
}

/** A block, and the one of the next newer root that stands in its place. */
interface Pair {
  readonly cid: CID
  readonly beside?: CID | undefined
}

/** Blocks that are looked for at once. */
const CONCURRENCY = 8
const MAX_WAITING = 262_144
/** What one root may bring that the next newer one has not. */
const MAX_DIFFERENT = 4_000_000
/** Blocks of one root that are known not to need a second visit: parts shared in ways that no ledger makes. */
const MAX_VISITED = 250_000

/**
 * Every block of the newest roots, each root compared with the next newer one: of an older root only what it has in
 * another form is read. So a history takes time for what was changed in it, and the same memory however long it is.
 * A block may be told of more than once.
 *
 * All of the newest root must be held: throws `not-found`. Older ones may lack parts, as after an import. Throws
 * `too-large` for an older root that no operation of a ledger makes of the one before.
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
      newer ? absent : undefined,
    )
    if (!root) return
    yield cid
    for (const part of ['rollapps', 'queue'] as const) {
      const pair = root[part] && { cid: root[part], beside: newer?.[part] }
      if (pair) yield* differing(pair, { read, blocks, mayLack: newer !== undefined, signal })
    }
    newer = root
    cid = root.prev
  }
}

function absent(error: unknown): undefined {
  if (!isDomainError(error, 'not-found')) throw error
}

interface DifferingOptions extends AbortOptions {
  readonly read: ReadLinks
  readonly blocks: Pick<Blockstore, 'has'>
  readonly mayLack: boolean
}

/** What is below the first of a pair and not below the second. */
async function* differing(
  top: Pair,
  { read, blocks, mayLack, signal }: DifferingOptions,
): AsyncGenerator<CID, void> {
  const below = async ({ cid, beside }: Pair): Promise<readonly Pair[]> => {
    if (!isLeaf(cid)) {
      const links = await read(cid, { signal })
      if (links) return pairs(links, (beside && (await read(beside, { signal }))) ?? [])
    }
    if (mayLack || (isLeaf(cid) && (await blocks.has(cid, { signal })))) return []
    throw blockNotFound(cid)
  }
  let visited = createBlockSet()
  let told = 0
  const waiting = top.beside?.equals(top.cid) ? [] : [top]
  while (waiting.length > 0) {
    if (visited.size > MAX_VISITED) visited = createBlockSet()
    const fresh = waiting.splice(-CONCURRENCY).filter(({ cid }) => visited.addNode(cid))
    for (const found of await Promise.all(fresh.map(below))) waiting.push(...found)
    for (const { cid } of fresh) yield cid
    told += fresh.length
    if (waiting.length > MAX_WAITING || (mayLack && told > MAX_DIFFERENT)) {
      throw new DomainError('too-large', `Cannot compare ledger roots below "${top.cid}": too many blocks`)
    }
  }
}

/** The links that the newer block does not have, beside those that only it has: lists grow at their ends. */
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

/** The links of a block, or `undefined` when it is not held. */
type ReadLinks = (cid: CID, options: AbortOptions) => Promise<readonly CID[] | undefined>

/** Nodes whose links are kept: the changed ones of one root are asked for again beside those of the next. */
const KEPT = 1_024

function recentLinks(blocks: Pick<Blockstore, 'get'>): ReadLinks {
  const recent = new Map<string, readonly CID[]>()
  return async (cid, options) => {
    if (isLeaf(cid)) return []
    const key = cid.toString()
    const known = recent.get(key)
    if (known) return known
    const bytes = await loadLedgerBlock(blocks, cid, options).catch(absent)
    if (!bytes) return undefined
    const links = linksOfBlock(cid, bytes)
    const oldest = recent.size >= KEPT ? recent.keys().next() : undefined
    if (oldest?.done === false) recent.delete(oldest.value)
    recent.set(key, links)
    return links
  }
}
