import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Clock } from '../ports/clock.ts'
import { type Hold, untilDone } from '../streams/until-done.ts'
import { type Collecting, type CollectingOptions, createCollecting } from './collecting.ts'
import { readCollectionState } from './collection-state.ts'
import { ALONE, epochLock, PROTECTING } from './lock-names.ts'
import { createOpenAdds, type Receiving } from './open-adds.ts'
import { recordProtected } from './protected-blocks.ts'
import { createRemoving, type Removing } from './removing.ts'
import { createRunningAdds } from './running-adds.ts'

export interface AddingOptions extends AbortOptions {
  /** With it, collections of this process do not wait for the add while it is receiving. */
  readonly receiving?: Receiving | undefined
}

/**
 * Lets adds and garbage collection run concurrently without losing blocks that an add relies on.
 *
 * Until an add has pinned its root, its blocks look like garbage, and an add may take as long as its client
 * likes. So neither side waits for all of the other:
 *
 * - Time is divided into epochs, and each epoch has a lock. An add shares the lock of the epoch in which it
 *   began, from before its first block until after its last row. A collection starts the next epoch and then
 *   waits until the locks of all older epochs are free. New adds join the new epoch meanwhile. (An add that has
 *   read the old epoch, but not yet taken its lock, waits too, and then joins the new one.)
 * - An add that begins during a collection *protects* each block before it relies on it, whether it wrote the
 *   block or found it: it writes one small row. Older adds need not, because the collection waits for them.
 * - An add of the collector's own process need not be waited for while its client is still sending, when it tells
 *   what it has put ({@link Receiving}): it joins the new epoch and protects blocks from then on, and the
 *   collection keeps what it had put before. It has pinned nothing yet, so it relies on nothing else.
 * - The collection finds pinned blocks without a lock, after the older epochs have ended: it sees every pin of
 *   their adds, and later adds have protected what they pin. It removes blocks in small batches. For each
 *   batch it holds the protecting lock exclusively, reads the rows of protected blocks, and removes the rest.
 *   An add looks for a block only after its row is written. So either the collection sees the row in time, or
 *   the block is removed before the add looks.
 *
 * All shared state is in the Datastore and in the Locks, which a tab and its service worker share. A killed
 * collector leaves its collection open. Adds continue to protect blocks until one of them finds the collector's
 * lock free and closes the collection. Remaining rows cost space only: they never mark a block as garbage.
 *
 * The lock is not reentrant: a surface takes it, and the services that it calls do not.
 */
export interface ContentLock {
  /** Runs a task that adds content. */
  whileAdding<T>(task: () => Promise<T>, options?: AddingOptions): Promise<T>
  /**
   * Runs a lazy add: holds the lock from the first item that is requested until the last, or until the consumer
   * stops.
   */
  adding<T>(items: AsyncIterable<T>, options?: AddingOptions): AsyncGenerator<T, void>
  /** Protects blocks from the current collection. Call it before an add relies on them. */
  protect(cids: readonly CID[], options?: AbortOptions): Promise<void>
  /** True while an add of this process has to protect the blocks that it relies on. */
  isProtecting(): boolean
  /**
   * Runs a task that removes single blocks. It waits for the adds that a collection waits for, and for a collection
   * that runs while this process adds something. New adds begin meanwhile.
   */
  readonly removing: Removing
  /** Runs collections, one at a time, concurrently with adds that begin later. */
  readonly collecting: Collecting
}

export interface ContentLockOptions extends CollectingOptions {
  readonly clock: Pick<Clock, 'sleep'>
}

export function createContentLock({ locks, datastore, activity, clock }: ContentLockOptions): ContentLock {
  const adds = createRunningAdds()
  const openAdds = createOpenAdds(locks)
  const collecting = createCollecting({ locks, datastore, activity, openAdds })
  let isClosing = false
  let protecting = 0

  /**
   * Waits for the collector's lock, then closes a collection that a killed collector left open. Runs at most
   * once at a time.
   */
  const closeIfKilled = () => {
    if (isClosing) return
    isClosing = true
    collecting
      .close()
      .catch(() => undefined)
      .finally(() => {
        isClosing = false
      })
  }
  /** Runs the task of an add. `protect` makes it protect blocks, from its next one until its end. */
  const begin = <T>(task: () => Promise<T>, { mustProtect }: { readonly mustProtect: boolean }) => {
    let isProtecting = false
    const protect = () => {
      if (isProtecting) return
      isProtecting = true
      protecting += 1
    }
    if (mustProtect) {
      protect()
      closeIfKilled()
    }
    const running = task().finally(() => {
      if (isProtecting) protecting -= 1
    })
    return { running, protect }
  }
  const addInEpoch: ContentLock['whileAdding'] = async (task, { receiving, ...options } = {}) => {
    for (;;) {
      const { epoch } = await readCollectionState(datastore, options)
      const outcome = await locks.shared(
        epochLock(epoch),
        async () => {
          const state = await readCollectionState(datastore, options)
          if (state.epoch !== epoch) return undefined
          const { running, protect } = begin(task, { mustProtect: state.isActive })
          const ended = running.then(nothing, nothing)
          await (receiving ? openAdds.hold({ epoch, receiving, ended, protect }) : ended)
          return { running }
        },
        options,
      )
      if (outcome) return outcome.running
    }
  }

  const whileAdding: ContentLock['whileAdding'] = (task, options) => adds.run(() => addInEpoch(task, options))
  /**
   * Runs a short task while no add runs, receiving or not. New adds wait for it. The shared lock prevents a new epoch,
   * whose adds the task would not wait for.
   */
  const alone: Hold = (task, options) =>
    locks.shared(
      ALONE,
      async () => {
        const { firstOpen, epoch } = await readCollectionState(datastore, options)
        const stopWaiting = activity?.enter('waiting-collections')
        try {
          for (let past = firstOpen; past < epoch; past += 1) {
            await locks.exclusive(epochLock(past), async () => undefined, options)
          }
          return await locks.exclusive(
            epochLock(epoch),
            () => {
              stopWaiting?.()
              return task()
            },
            options,
          )
        } finally {
          stopWaiting?.()
        }
      },
      options,
    )

  return {
    whileAdding,
    adding: (items, options) => untilDone(whileAdding, items, options),
    isProtecting: () => protecting > 0,
    async protect(cids, options = {}) {
      if (protecting === 0) return
      const record = async () => {
        const { isActive } = await readCollectionState(datastore, options)
        if (isActive) await recordProtected(datastore, cids, options)
      }
      await locks.shared(PROTECTING, record, options)
    },
    removing: createRemoving({ alone, collecting, adds, clock }),
    collecting,
  }
}

const nothing = () => undefined
