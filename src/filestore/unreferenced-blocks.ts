import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Block, Blockstore } from '../ports/blockstore.ts'
import { readReference } from './read-reference.ts'
import type { References } from './references.ts'
import type { Sources } from './sources.ts'

export interface UnreferencedBlocksOptions {
  readonly references: Pick<References, 'find'>
  readonly sources: Pick<Sources, 'read'>
  readonly protect: (cids: readonly CID[], options?: AbortOptions) => Promise<void>
}

/**
 * A view of a store that leaves out the blocks of which a reference has the right bytes now. `protect` keeps garbage
 * collection from them as if they were written.
 */
export function unreferencedBlocks(
  blockstore: Pick<Blockstore, 'putMany'>,
  { references, sources, protect }: UnreferencedBlocksOptions,
): Pick<Blockstore, 'putMany'> {
  return {
    async putMany(blocks, options = {}) {
      await protect(
        blocks.map(({ cid }) => cid),
        options,
      )
      const wanted: Block[] = []
      for (const block of blocks) {
        const reference = await references.find(block.cid, options)
        const read = reference && (await readReference(sources, reference, options))
        if (read?.state !== 'good') wanted.push(block)
      }
      if (wanted.length > 0) await blockstore.putMany(wanted, options)
    },
  }
}
