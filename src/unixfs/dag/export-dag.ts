import { type BlockReader, loadBlock } from '../../blocks/load-block.ts'
import { writeCar } from '../../codec/car/car.ts'
import type { CID } from '../../codec/cid/cid.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { coalesceChunks } from '../../streams/coalesce-chunks.ts'
import { walkBlocks } from './walk.ts'

export interface ExportOptions extends AbortOptions {
  /** True skips missing blocks and their descendants. Otherwise a missing block breaks off the stream. */
  readonly partial?: boolean | undefined
}

/**
 * Exports a CAR version 1 with every block under `root`, depth first in link order. Each CID occurs once, so a
 * block linked by CIDs of both versions occurs twice, as in the reference implementation. When this resolves, the
 * root is known to be stored.
 *
 * Throws `not-found` for a missing root; the iteration throws it for a missing descendant. Spec: RPC document,
 * `/dag/export`.
 */
export async function exportDag(
  blocks: BlockReader,
  root: CID,
  { partial = false, signal }: ExportOptions = {},
): Promise<AsyncGenerator<Uint8Array, void>> {
  await loadBlock(blocks, root, { signal })
  return coalesceChunks(
    writeCar([root], walkBlocks(blocks, root, { skipMissing: partial, byCid: true, signal })),
  )
}
