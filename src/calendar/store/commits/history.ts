import type { CID } from '../../../codec/cid/cid.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Blockstore } from '../../../ports/blockstore.ts'
import type { HeldCommit } from '../../model/commit.ts'
import { readCborBlock } from '../blocks/cbor-block.ts'
import { readCommit } from './commit.ts'

/** Commits from the newest to the first: one block is read for each. */
export async function* walkCommits(
  blockstore: Pick<Blockstore, 'get'>,
  from: CID | undefined,
  options: AbortOptions = {},
): AsyncGenerator<HeldCommit, void> {
  for (let cid = from; cid; ) {
    options.signal?.throwIfAborted()
    const commit = readCommit(await readCborBlock(blockstore, cid, options))
    yield { cid, commit }
    cid = commit.prev
  }
}
