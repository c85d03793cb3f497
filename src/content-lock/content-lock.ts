import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { Locks } from '../ports/locks.ts'
import { untilDone } from '../streams/until-done.ts'
import { type Collecting, createCollecting } from './collecting.ts'
import { readCollectionState } from './collection-state.ts'
import { ALONE, epochLock, PROTECTING } from './lock-names.ts'
import { recordProtected } from './protected-blocks.ts'

/**
 * Keeps collection from removing what an add relies on, without either waiting long for the other.
 *
 * A block that an add has written is garbage to everybody else until the add has pinned what is above it, and
 * an add may last as long as its sender likes. So collection never waits for new adds, and they never wait
 * for it:
 *
 * - Time is parted into epochs, and there is a lock for each. Whoever adds shares the lock of the epoch in
 *   which it began, from before its first block until after its last row. A collection opens the next epoch
 *   and then waits until the locks of all older ones are free. New adds go to the new epoch meanwhile. (One
 *   that has read the old epoch and is held up before it asks for its lock waits too, and then goes on.)
 * - An add that begins while a collection is under way tells of each block before it relies on it, be it
 *   written anew or found there: it *protects* it, which writes one small row. Others, which the collection
 *   waits for, protect nothing and pay nothing.
 * - What is pinned is found under no lock, after the older epochs ended: every pin of theirs is seen, and
 *   what later adds pin they have protected. Blocks are removed in small batches. For each the lock of protecting
 *   is held alone: rows of protected blocks are read, and what remains is removed. Before a row is written,
 *   no add looks for its block; so either the row is seen in time, or the block is gone before the add looks.
 *
 * Everything that processes must agree on is in the Datastore and in the Locks, which a tab and its service
 * worker share. A collector that is killed leaves its collection open: adds go on protecting until the first of
 * them that notices has found the collector's lock free and closes it. The rows that are left over then cost
 * room, and are never read as garbage.
 *
 * The lock is not reentrant: a surface takes it, and the services it calls in it do not.
 */
export interface ContentLock {
  /** Runs a task that adds. */
  whileAdding<T>(task: () => Promise<T>, options?: AbortOptions): Promise<T>
  /** Runs a task that adds as its items are asked for: from the first item until the last, or until its reader leaves. */
  adding<T>(items: AsyncIterable<T>, options?: AbortOptions): AsyncGenerator<T, void>
  /** Tells, before an add relies on blocks, that they must stay. */
  protect(cids: readonly CID[], options?: AbortOptions): Promise<void>
  /** True while some add of this process has to protect what it relies on. */
  isProtecting(): boolean
  /** Runs a short task that removes, while nobody adds. Those who come later wait for it. */
  alone<T>(task: () => Promise<T>, options?: AbortOptions): Promise<T>
  /** Runs one collection at a time, beside adds that begin later. */
  readonly collecting: Collecting
}

export interface ContentLockOptions {
  readonly locks: Locks
  readonly datastore: Pick<Datastore, 'get' | 'range' | 'batch'>
}

export function createContentLock({ locks, datastore }: ContentLockOptions): ContentLock {
  const collecting = createCollecting({ locks, datastore })
  let isClosing = false
  let protecting = 0

  /** Waits for the collector's lock, one at a time, and closes what a killed collector has left open. */
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
  const whileProtecting = async <T>(task: () => Promise<T>) => {
    protecting += 1
    closeIfKilled()
    try {
      return await task()
    } finally {
      protecting -= 1
    }
  }
  const whileAdding: ContentLock['whileAdding'] = async (task, options) => {
    for (;;) {
      const { epoch } = await readCollectionState(datastore, options)
      const outcome = await locks.shared(
        epochLock(epoch),
        async () => {
          const state = await readCollectionState(datastore, options)
          if (state.epoch !== epoch) return undefined
          return { value: await (state.isActive ? whileProtecting(task) : task()) }
        },
        options,
      )
      if (outcome) return outcome.value
    }
  }

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
    // No epoch begins meanwhile, or adds would go to it.
    alone: (task, options) =>
      locks.shared(
        ALONE,
        async () => {
          const { firstOpen, epoch } = await readCollectionState(datastore, options)
          for (let past = firstOpen; past < epoch; past += 1) {
            await locks.exclusive(epochLock(past), async () => undefined, options)
          }
          return locks.exclusive(epochLock(epoch), task, options)
        },
        options,
      ),
    collecting,
  }
}
