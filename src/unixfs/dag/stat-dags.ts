import type { BlockReader } from '../../blocks/load-block.ts'
import { createBlockSet } from '../../codec/cid/block-set.ts'
import type { CID } from '../../codec/cid/cid.ts'
import { DomainError, isDomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Blockstore } from '../../ports/blockstore.ts'
import { type SizedBlock, walkSizes } from './walk.ts'

/** Number and bytes of distinct blocks. */
export interface DagSize {
  readonly blocks: number
  readonly sizeBytes: number
}

/** The counts so far. */
export interface DagSizes {
  /** All roots together, each block counted once. */
  readonly unique: DagSize
  /** Sum over the roots, each counted separately. */
  readonly sizeBytes: number
  readonly roots: readonly (DagSize & { readonly cid: CID })[]
}

/**
 * Counts the blocks under each root. Yields the counts so far, once more at the end: after every block of the first
 * root, and then after half as many blocks as roots are done, since all of these are in each of the counts.
 *
 * Throws like the walk; an error below a root has the reference's prefix. Spec: RPC document, `/dag/stat`.
 */
export async function* statDags(
  blocks: BlockReader & Pick<Blockstore, 'stat'>,
  roots: readonly CID[],
  options: AbortOptions = {},
): AsyncGenerator<DagSizes, void> {
  const seen = createBlockSet()
  const done: (DagSize & { readonly cid: CID })[] = []
  let [unique, allBytes, untold] = [NOTHING, 0, 0]
  for (const cid of roots) {
    let own = NOTHING
    for await (const block of withTraversalErrors(walkSizes(blocks, cid, options))) {
      const { sizeBytes } = block
      if (seen.addBlock(block.cid)) unique = plus(unique, sizeBytes)
      own = plus(own, sizeBytes)
      allBytes += sizeBytes
      untold += 1
      if (untold * 2 <= done.length) continue
      untold = 0
      yield { unique, sizeBytes: allBytes, roots: [...done, { cid, ...own }] }
    }
    done.push({ cid, ...own })
  }
  yield { unique, sizeBytes: allBytes, roots: done }
}

const NOTHING: DagSize = { blocks: 0, sizeBytes: 0 }

function plus({ blocks, sizeBytes }: DagSize, more: number): DagSize {
  return { blocks: blocks + 1, sizeBytes: sizeBytes + more }
}

async function* withTraversalErrors(blocks: AsyncIterable<SizedBlock>): AsyncGenerator<SizedBlock, void> {
  let begun = false
  try {
    for await (const block of blocks) {
      begun = true
      yield block
    }
  } catch (cause) {
    if (!begun || !isDomainError(cause)) throw cause
    throw new DomainError(cause.code, `error traversing DAG: ${cause.message}`, { cause })
  }
}
