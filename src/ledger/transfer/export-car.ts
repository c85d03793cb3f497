import { writeCar } from '../../codec/car/write-car.ts'
import { createBlockSet } from '../../codec/cid/block-set.ts'
import type { CID } from '../../codec/cid/cid.ts'
import { linksOfBlock } from '../../codec/ipld/block-links.ts'
import { isDomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Block } from '../../ports/blockstore.ts'
import { loadLedgerBlock } from '../blocks/load-block.ts'
import type { LedgerState } from '../state/ledger-state.ts'
import { decodeRoot, FIRST_BLOCK } from '../state/root.ts'

export interface ExportCarOptions extends AbortOptions {
  /** True includes the previous roots, as far as they are stored, with all of their blocks. */
  readonly history?: boolean | undefined
}

/** Number of next blocks that are read ahead, and maximum number of blocks held. */
const AHEAD = 16
const MAX_HELD = 64

/** A block that is still to be written. */
interface Waiting {
  readonly cid: CID
  bytes?: Promise<Uint8Array>
}

/**
 * Exports a root and everything below it as a CAR: each block once, parents before children. Equal roots give equal
 * bytes.
 */
export function exportCar(
  state: LedgerState,
  options: ExportCarOptions = {},
): AsyncGenerator<Uint8Array, void> {
  return writeCar([state.cid], blocksBelow(state, options))
}

async function* blocksBelow(
  { cid, blocks }: LedgerState,
  { history = false, signal }: ExportCarOptions,
): AsyncGenerator<Block, void> {
  const seen = createBlockSet()
  const read = async (link: CID) =>
    link.equals(FIRST_BLOCK.cid) ? FIRST_BLOCK.bytes : loadLedgerBlock(blocks, link, { signal })
  for (let root: CID | undefined = cid; root; ) {
    const bytes: Uint8Array | undefined = await read(root).catch(ignoreMissingWhen(root !== cid))
    if (!bytes) return
    yield { cid: root, bytes }
    const { prev, rollapps, queue } = decodeRoot(bytes)
    const tops = [queue, rollapps].filter((link) => link !== undefined)
    const waiting: Waiting[] = tops.map((link) => ({ cid: link }))
    let held = 0
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (next.bytes) held -= 1
      if (!seen.addNode(next.cid)) continue
      next.bytes ??= read(next.cid)
      for (const later of waiting.slice(-AHEAD)) {
        if (later.bytes || held === MAX_HELD || seen.hasNode(later.cid)) continue
        held += 1
        later.bytes = read(later.cid)
        // A failed prefetch is reported when its block is awaited.
        later.bytes.catch(() => undefined)
      }
      const block = { cid: next.cid, bytes: await next.bytes }
      yield block
      for (const link of linksOfBlock(block.cid, block.bytes).toReversed()) waiting.push({ cid: link })
    }
    root = history ? prev : undefined
  }
}

/** Missing ancestors are accepted: the history may begin with an import. */
function ignoreMissingWhen(isPast: boolean) {
  return (error: unknown): undefined => {
    if (isPast && isDomainError(error, 'not-found')) return undefined
    throw error
  }
}
