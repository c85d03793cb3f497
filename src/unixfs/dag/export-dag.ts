import { type BlockReader, loadBlock } from '../../blocks/load-block.ts'
import { writeCar } from '../../codec/car/car.ts'
import type { CID } from '../../codec/cid/cid.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { coalesceChunks } from '../../streams/coalesce-chunks.ts'
import { walkBlocks } from './walk.ts'

export interface ExportOptions extends AbortOptions {
  /** True leaves out blocks that are not held, and what is below them; else they break the stream off. */
  readonly partial?: boolean | undefined
}

/**
 * A CAR of version 1 with every block under `root`: depth first, in the order of links, each CID once, so a
 * block that is linked by CIDs of both versions is in it twice, as in the reference implementation. The root is
 * known to be held when this resolves.
 *
 * Throws `not-found` for a root that is not held; the iteration throws it for a block below. Spec: RPC
 * document, `/dag/export`.
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
