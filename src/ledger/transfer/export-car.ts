import { linksOfBlock } from '../../codec/block-links.ts'
import { createBlockSet } from '../../codec/block-set.ts'
import { writeCar } from '../../codec/car.ts'
import type { CID } from '../../codec/cid.ts'
import { isDomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Block } from '../../ports/blockstore.ts'
import type { LedgerState } from '../ledger-state.ts'
import { loadBlock } from '../load-block.ts'
import { decodeRoot, FIRST_BLOCK } from '../root.ts'

export interface ExportCarOptions extends AbortOptions {
  /** True brings the roots before this one too, as far as they are held; all of the past is then there. */
  readonly history?: boolean | undefined
}

/**
 * A root and everything below it as a CAR: each block once, a node before what it links to. Equal roots give
 * equal bytes.
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
    link.equals(FIRST_BLOCK.cid) ? FIRST_BLOCK.bytes : loadBlock(blocks, link, { signal })
  for (let root: CID | undefined = cid; root; ) {
    const bytes: Uint8Array | undefined = await read(root).catch(absentWhen(root !== cid))
    if (!bytes) return
    yield { cid: root, bytes }
    const { prev, rollapps, queue } = decodeRoot(bytes)
    const waiting = [queue, rollapps].filter((link) => link !== undefined)
    for (let link = waiting.pop(); link; link = waiting.pop()) {
      if (!seen.addNode(link)) continue
      const block = { cid: link, bytes: await read(link) }
      yield block
      waiting.push(...linksOfBlock(link, block.bytes).toReversed())
    }
    root = history ? prev : undefined
  }
}

/** The past may end where an import began. */
function absentWhen(isPast: boolean) {
  return (error: unknown): undefined => {
    if (isPast && isDomainError(error, 'not-found')) return undefined
    throw error
  }
}
