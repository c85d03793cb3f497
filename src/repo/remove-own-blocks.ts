import type { OwnBlocks } from '../content-lock/put-watch.ts'
import type { Activity } from '../diagnostics/activity.ts'
import type { Clock } from '../ports/clock.ts'
import type { Repo } from './repo.ts'

/** The longest time that the end of an add waits for the removal of its blocks, which then continues. */
const WAIT_MS = 2_000

export interface RemoveOwnBlocksOptions {
  readonly repo: Pick<Repo, 'collect'>
  readonly activity: Pick<Activity, 'enter'>
  readonly clock: Pick<Clock, 'sleep'>
}

/**
 * Removes the blocks that an add which has ended was alone to store, except those that somebody else has put since, or
 * that a pin or a live root keeps, and ends the watch of them. Waits for two seconds at most. Blocks that cannot be
 * removed stay until the next garbage collection.
 */
export async function removeOwnBlocks(
  own: OwnBlocks,
  { repo, activity, clock }: RemoveOwnBlocksOptions,
): Promise<void> {
  if (own.isEmpty()) return own.end()
  const leave = activity.enter('background-tasks')
  const remove = async () => {
    for await (const _ of repo.collect({ only: own, streamErrors: true }));
  }
  const removing = remove()
    // The caller has an error of its own, or none: what stays is garbage and nothing else.
    .catch(() => undefined)
    .finally(() => {
      leave()
      own.end()
    })
  await Promise.race([removing, clock.sleep(WAIT_MS)])
}
