import { loadBlock } from '../blocks/load-block.ts'
import type { HeldCommit } from '../calendar/model/calendar.ts'
import { isHiddenRecord } from '../calendar/store/blocks/record-block.ts'
import { commitBlock } from '../calendar/store/commits/commit.ts'
import { writeCar } from '../codec/car/car.ts'
import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Block, Blockstore } from '../ports/blockstore.ts'

/**
 * Commits that follow each other, as one CAR: its root is the last of them; each commit stands before the
 * records it wrote, in the order of its changes. Whoever has it needs nothing else to do again what was done.
 * Records that strangers may not read stay out, for anybody may read a batch: their CIDs in the commit are enough
 * to make the state again.
 */
export function batchCar(
  blocks: Pick<Blockstore, 'get'>,
  commits: readonly HeldCommit[],
  options: AbortOptions = {},
): AsyncGenerator<Uint8Array, void> {
  const last = commits.at(-1)
  return writeCar(last ? [last.cid] : [], batchBlocks(blocks, commits, options))
}

/** What each commit brings, in the order in which a batch has it. */
function blocksOfCommit({ cid, commit }: HeldCommit): readonly CID[] {
  return [cid, ...commit.changes.flatMap(({ after }) => (after ? [after] : []))]
}

async function* batchBlocks(
  blocks: Pick<Blockstore, 'get'>,
  commits: readonly HeldCommit[],
  options: AbortOptions,
): AsyncGenerator<Block, void> {
  for (const held of commits) {
    yield commitBlock(held.commit)
    for (const cid of blocksOfCommit(held).slice(1)) {
      const bytes = await loadBlock(blocks, cid, options)
      if (!isHiddenRecord(bytes)) yield { cid, bytes }
    }
  }
}
