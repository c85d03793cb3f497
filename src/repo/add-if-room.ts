import type { AddStage } from '../content-lock/open-adds.ts'
import { createAddStage, type PutWatch } from '../content-lock/put-watch.ts'
import { isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import { createOwnBlocksRemoval, type RemoveOwnBlocksOptions } from './remove-own-blocks.ts'
import type { Repo } from './repo.ts'

export interface AddIfRoomOptions extends AbortOptions, RemoveOwnBlocksOptions {
  readonly repo: Pick<Repo, 'adding' | 'collect'>
  readonly blockstore: Pick<Blockstore, 'putMany'>
  readonly putWatch: Pick<PutWatch, 'begin'>
}

/**
 * Yields the items of a lazy add, which stores blocks in the given view of `blockstore`, under the content lock. Garbage
 * collections do not wait for its client: they keep what it has put, and what it tells that it relies on.
 *
 * An add that finds no space leaves nothing behind: the blocks that it stored are removed, except those that were held
 * before, that somebody else has put since, or that a pin or a live root keeps. A node that is killed meanwhile
 * leaves them to the next garbage collection, like those of an add that fails otherwise. Puts of other processes that
 * share the storage are not seen: what another tab has put since, unpinned, is removed too.
 */
export async function* addIfRoom<T>(
  add: (stage: AddStage) => AsyncIterable<T>,
  { repo, blockstore, putWatch, activity, clock, signal }: AddIfRoomOptions,
): AsyncGenerator<T, void> {
  const own = putWatch.begin()
  const stage = createAddStage(own, blockstore)
  let hasRoom = true
  try {
    yield* repo.adding(add(stage), { receiving: own, signal })
  } catch (error) {
    hasRoom = !isDomainError(error, 'no-space')
    throw error
  } finally {
    if (hasRoom) own.end()
    else await createOwnBlocksRemoval({ repo, activity, clock })(own)
  }
}
