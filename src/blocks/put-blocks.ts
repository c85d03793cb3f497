import type { CID } from '../codec/cid/cid.ts'
import type { ContentLock } from '../content-lock/content-lock.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { StoredBlock } from '../ports/blockstore.ts'
import type { Blocks, PutOptions } from './blocks.ts'
import { assertBlockSize, type CollectBlockOptions, collectBlock } from './collect-block.ts'

export interface PutBlocksOptions extends PutOptions, CollectBlockOptions {
  readonly whileAdding: ContentLock['whileAdding']
  /** Makes the block of what was sent; absent, that is the block. */
  readonly encode?: ((content: Uint8Array) => Uint8Array) | undefined
  /** Called for each stored block before it is told of. */
  readonly pin?: ((cid: CID, options: AbortOptions) => Promise<void>) | undefined
}

/**
 * Stores each content as one block, one after the other; the first that fails ends the work. The lock is
 * taken once a block is there, so that a slow sender holds up no collection.
 */
export async function* putBlocks(
  blocks: Pick<Blocks, 'put'>,
  contents: AsyncIterable<{ readonly content: AsyncIterable<Uint8Array> }>,
  { whileAdding, encode, pin, format, signal, ...limits }: PutBlocksOptions,
): AsyncGenerator<StoredBlock> {
  for await (const { content } of contents) {
    const sent = await collectBlock(content, limits)
    const bytes = encode?.(sent) ?? sent
    assertBlockSize(bytes.byteLength, limits)
    const store = async () => {
      const { cid } = await blocks.put(bytes, { format, signal })
      await pin?.(cid, { signal })
      return { cid, sizeBytes: bytes.byteLength }
    }
    yield await whileAdding(store, { signal })
  }
}
