import type { AddStage } from '../content-lock/open-adds.ts'
import { createAddStage, type OwnBlocks, type PutWatch } from '../content-lock/put-watch.ts'
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
  readonly putWatch: Pick<PutWatch, 'begin'>
  readonly activity: Pick<Activity, 'enter'>
  readonly clock: Pick<Clock, 'sleep'>
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
  let removing: Promise<void> | undefined
  try {
    yield* repo.adding(add(stage), { receiving: own, signal })
  } catch (error) {
    if (isDomainError(error, 'no-space') && !own.isEmpty()) removing = removeOwn(own, { repo, activity })
    if (removing) await Promise.race([removing, clock.sleep(WAIT_MS)])
    throw error
  } finally {
    if (removing) void removing.finally(own.end)
    else own.end()
  }
}

/** Collects these blocks as garbage. After an error they stay until the next collection. */
async function removeOwn(
  only: OwnBlocks,
  { repo, activity }: Pick<AddIfRoomOptions, 'repo' | 'activity'>,
): Promise<void> {
  const leave = activity.enter('background-tasks')
  try {
    for await (const _ of repo.collect({ only, streamErrors: true }));
  } catch {
    // The add's own error says that there is no space.
  } finally {
    leave()
  }
}
