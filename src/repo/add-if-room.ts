import { type BlockSet, createBlockSet } from '../codec/cid/block-set.ts'
import type { CID } from '../codec/cid/cid.ts'
import type { Activity } from '../diagnostics/activity.ts'
import { isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import type { Clock } from '../ports/clock.ts'
import type { Repo } from './repo.ts'

/** The longest time that an add without space waits for the removal of its blocks, which then continues. */
const WAIT_MS = 2_000

export interface AddIfRoomOptions extends AbortOptions {
  readonly repo: Pick<Repo, 'adding' | 'collect'>
  readonly blockstore: Pick<Blockstore, 'putMany'>
  readonly activity: Pick<Activity, 'enter'>
  readonly clock: Pick<Clock, 'sleep'>
}

/**
 * Yields the items of a lazy add, which stores blocks in the given view of `blockstore`, under the content lock.
 *
 * An add that finds no space leaves nothing behind: the blocks that it stored and that were not held before are removed
 * unless a pin or a live root keeps them, also where another add has stored them since without pinning them. A node
 * that is killed meanwhile leaves them to the next garbage collection, like those of an add that fails otherwise.
 */
export async function* addIfRoom<T>(
  add: (blockstore: Pick<Blockstore, 'putMany'>) => AsyncIterable<T>,
  { repo, blockstore, activity, clock, signal }: AddIfRoomOptions,
): AsyncGenerator<T, void> {
  const stored = createBlockSet()
  const onAdded = (cids: readonly CID[]) => cids.forEach(stored.addBlock)
  const noted = {
    putMany: (blocks, options) => blockstore.putMany(blocks, { ...options, onAdded }),
  } satisfies Pick<Blockstore, 'putMany'>
  try {
    yield* repo.adding(add(noted), { signal })
  } catch (error) {
    if (isDomainError(error, 'no-space') && stored.size > 0) {
      await Promise.race([removeStored(stored, { repo, activity }), clock.sleep(WAIT_MS)])
    }
    throw error
  }
}

/** Collects these blocks as garbage. After an error they stay until the next collection. */
async function removeStored(
  stored: BlockSet,
  { repo, activity }: Pick<AddIfRoomOptions, 'repo' | 'activity'>,
): Promise<void> {
  const leave = activity.enter('background-tasks')
  try {
    for await (const _ of repo.collect({ only: stored, streamErrors: true }));
  } catch {
    // The add's own error says that there is no space.
  } finally {
    leave()
  }
}
