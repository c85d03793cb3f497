import { type BlockReader, loadBlock } from '../../blocks/load-block.ts'
import { writeCar } from '../../codec/car/write-car.ts'
import type { CID } from '../../codec/cid/cid.ts'
import { linksOfBlock } from '../../codec/ipld/block-links.ts'
import { DomainError, isDomainError } from '../../errors.ts'
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
 * Throws `not-found` for a missing root, `corrupt` for one that its codec cannot read; the iteration throws it for a missing descendant. Spec: RPC document,
 * `/dag/export`.
 */
export async function exportDag(
  blocks: BlockReader,
  root: CID,
  { partial = false, signal }: ExportOptions = {},
): Promise<AsyncGenerator<Uint8Array, void>> {
  const bytes = await loadBlock(blocks, root, { signal })
  if (!partial) assertReadable(root, bytes)
  return coalesceChunks(
    writeCar([root], walkBlocks(blocks, root, { skipMissing: partial, byCid: true, signal })),
  )
}

/** Throws the error of a root that its codec cannot read, with the reference's prefix. */
function assertReadable(root: CID, bytes: Uint8Array): void {
  try {
    linksOfBlock(root, bytes)
  } catch (cause) {
    if (!isDomainError(cause)) throw cause
    throw new DomainError(cause.code, `root blk load failed: ${cause.message}`, { cause })
  }
}
