import type { CID } from '../codec/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { StoredBlock } from '../ports/blockstore.ts'
import type { Blocks, PutOptions } from './blocks.ts'

export interface PutBlocksOptions extends PutOptions {
  /** Called for each stored block before it is told of. */
  readonly pin?: ((cid: CID, options: AbortOptions) => Promise<void>) | undefined
}

/** Stores each content as one block, one after the other; the first that fails ends the work. */
export async function* putBlocks(
  blocks: Pick<Blocks, 'put'>,
  contents: AsyncIterable<{ readonly content: AsyncIterable<Uint8Array> }>,
  { pin, ...options }: PutBlocksOptions,
): AsyncGenerator<StoredBlock> {
  for await (const { content } of contents) {
    const { cid, bytes } = await blocks.put(content, options)
    await pin?.(cid, options)
    yield { cid, sizeBytes: bytes.byteLength }
  }
}
