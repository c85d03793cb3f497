import type { CID } from '../codec/cid/cid.ts'
import type { ContentLock } from '../content-lock/content-lock.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { StoredBlock } from '../ports/blockstore.ts'
import type { Blocks, PutOptions } from './blocks.ts'
import { assertBlockSize, type CollectBlockOptions, collectBlock } from './collect-block.ts'

export interface PutBlocksOptions extends PutOptions, CollectBlockOptions {
  readonly whileAdding: ContentLock['whileAdding']
  /** Converts the input into the bytes of the block. When absent, the input is the block. */
  readonly encode?: ((content: Uint8Array) => Uint8Array) | undefined
  /** Called for each stored block before it is yielded. */
  readonly pin?: ((cid: CID, options: AbortOptions) => Promise<void>) | undefined
}

/**
 * Stores each content as one block, in order. The first failure ends the iteration. The content lock is taken
 * after a block has been received, so that a slow sender does not delay garbage collection.
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
      const { cid } = await blocks.put(bytes, { format, needsLinks: pin !== undefined, signal })
      await pin?.(cid, { signal })
      return { cid, sizeBytes: bytes.byteLength }
    }
    yield await whileAdding(store, { signal })
  }
}
