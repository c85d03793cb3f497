import type { CID } from '../codec/cid/cid.ts'
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

interface Waiting {
  readonly own: OwnBlocks
  readonly onRemoved: () => void
}

/**
 * Creates a function that removes the blocks that an add which has ended was alone to store, except those that somebody
 * else has put since, or that a pin or a live root keeps, and ends the watch of them. It waits for two seconds at most.
 * Blocks that cannot be removed stay until the next garbage collection.
 *
 * A removal reads all pins: adds that end during one share the next.
 */
export function createOwnBlocksRemoval({
  repo,
  activity,
  clock,
}: RemoveOwnBlocksOptions): (own: OwnBlocks) => Promise<void> {
  let waiting: Waiting[] = []
  let isRunning = false

  const removed = async (batch: readonly Waiting[]) => {
    const only = { hasBlock: (cid: CID) => batch.some(({ own }) => own.hasBlock(cid)) }
    try {
      for await (const _ of repo.collect({ only, streamErrors: true }));
    } catch {
      // The callers have errors of their own, or none: what stays is garbage and nothing else.
    }
    for (const { own, onRemoved } of batch) {
      own.end()
      onRemoved()
    }
  }
  const run = async () => {
    const leave = activity.enter('background-tasks')
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await removed(batch)
    }
    isRunning = false
    leave()
  }

  const remove = async (own: OwnBlocks) => {
    await own.putsEnded()
    if (own.isEmpty()) return own.end()
    const { promise: ended, resolve: onRemoved } = Promise.withResolvers<void>()
    waiting.push({ own, onRemoved })
    if (!isRunning) {
      isRunning = true
      void run()
    }
    await ended
  }

  return (own) => Promise.race([remove(own), clock.sleep(WAIT_MS)])
}
