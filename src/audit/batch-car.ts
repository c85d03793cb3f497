import { loadBlock } from '../blocks/load-block.ts'
import type { PublicBlocks } from '../blocks/public.ts'
import type { HeldCommit } from '../calendar/model/calendar.ts'
import { commitBlock } from '../calendar/store/commits/commit.ts'
import { writeCar } from '../codec/car/write-car.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Block, Blockstore } from '../ports/blockstore.ts'

export interface BatchBlocks {
  readonly blockstore: Pick<Blockstore, 'get'>
  readonly publicBlocks: Pick<PublicBlocks, 'get' | 'isPublic'>
}

/**
 * Writes commits that follow each other as one CAR. Its root is the last of them, and each commit comes before the
 * records that it wrote, in the order of its changes, so that the changes can be made again from the CAR alone.
 * Anyone may read a batch, so it has only public records. For a hidden one its CID in the commit is enough to make
 * the state again. Throws `not-found` for a record that is not held.
 */
export function batchCar(
  blocks: BatchBlocks,
  commits: readonly HeldCommit[],
  options: AbortOptions = {},
): AsyncGenerator<Uint8Array, void> {
  const last = commits.at(-1)
  return writeCar(last ? [last.cid] : [], batchBlocks(blocks, commits, options))
}

async function* batchBlocks(
  { blockstore, publicBlocks }: BatchBlocks,
  commits: readonly HeldCommit[],
  options: AbortOptions,
): AsyncGenerator<Block, void> {
  for (const { commit } of commits) {
    yield commitBlock(commit)
    for (const { after: cid } of commit.changes) {
      if (!cid) continue
      const bytes = await publicBlocks.get(cid, options)
      if (bytes) yield { cid, bytes }
      // Throws for a missing record, which must not count as a hidden one.
      else await loadBlock(blockstore, cid, options)
    }
  }
}
