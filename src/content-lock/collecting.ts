import type { CID } from '../codec/cid/cid.ts'
import type { Activity } from '../diagnostics/activity.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { Locks } from '../ports/locks.ts'
import { untilDone } from '../streams/until-done.ts'
import { type CollectionState, changeCollectionState, readCollectionState } from './collection-state.ts'
import { ALONE, COLLECTING, epochLock, PROTECTING } from './lock-names.ts'
import type { OpenAdds, TakenAdds } from './open-adds.ts'
import { takeProtected } from './protected-blocks.ts'

/** The steps of a collection, available once all adds of older epochs have ended or joined its own. */
export interface CollectionTurn {
  /** Whether an add that has joined relies on the block. */
  isReliedOn(cid: CID): boolean
  /** Passes on the blocks that adds have protected since the last call. */
  protectedBlocks(tell: (cid: CID) => void, options?: AbortOptions): Promise<void>
  /** Runs a short task while no add protects a block. Adds that need to protect one wait for it. */
  whileNothingIsProtected<T>(task: () => Promise<T>, options?: AbortOptions): Promise<T>
}

/** The collector's side of {@link ContentLock}, which explains the algorithm. */
export interface Collecting {
  /**
   * Waits for other collections and for the adds of older epochs that cannot join its own, then yields the results of
   * `collect`.
   */
  run<T>(collect: (turn: CollectionTurn) => AsyncIterable<T>, options?: AbortOptions): AsyncGenerator<T, void>
  /** Waits until no collector runs, and closes a collection that a killed collector left open. */
  close(): Promise<void>
}

export interface CollectingOptions {
  readonly locks: Locks
  readonly datastore: Pick<Datastore, 'get' | 'range' | 'batch'>
  /** Told while a collection waits for adds, so that clients who send nothing are let go sooner. */
  readonly activity?: Pick<Activity, 'enter'> | undefined
}

export function createCollecting({
  locks,
  datastore,
  activity,
  openAdds,
}: CollectingOptions & { readonly openAdds: Pick<OpenAdds, 'take'> }): Collecting {
  const turn: Omit<CollectionTurn, 'isReliedOn'> = {
    protectedBlocks: (tell, options) => takeProtected(datastore, tell, options),
    whileNothingIsProtected: (task, options) => locks.exclusive(PROTECTING, task, options),
  }
  /** No block is protected meanwhile, so no row remains. */
  const end = (options?: AbortOptions) =>
    locks.exclusive(
      PROTECTING,
      async () => {
        await changeCollectionState(datastore, (state) => ({ ...state, isActive: false }), options)
        await takeProtected(datastore, () => undefined, options)
      },
      options,
    )
  const endIfOpen = async (options?: AbortOptions) => {
    if ((await readCollectionState(datastore, options)).isActive) await end(options)
  }
  const close = () => locks.exclusive(COLLECTING, () => endIfOpen())
  const begin = (options: AbortOptions) =>
    locks.exclusive(
      ALONE,
      () =>
        changeCollectionState(
          datastore,
          ({ epoch, firstOpen }) => ({ epoch: epoch + 1, firstOpen, isActive: true }),
          options,
        ),
      options,
    )
  const waitForOlder = async ({ firstOpen, epoch }: CollectionState, options: AbortOptions) => {
    const stopWaiting = activity?.enter('waiting-collections')
    try {
      for (let past = firstOpen; past < epoch; past += 1) {
        await locks.exclusive(epochLock(past), async () => undefined, options)
      }
    } finally {
      stopWaiting?.()
    }
    await changeCollectionState(datastore, (state) => ({ ...state, firstOpen: epoch }), options)
  }

  async function* inTurn<T>(
    collect: (turn: CollectionTurn) => AsyncIterable<T>,
    options: AbortOptions,
  ): AsyncGenerator<T, void> {
    await endIfOpen(options)
    let taken: TakenAdds | undefined
    try {
      const state = await begin(options)
      taken = openAdds.take(state.epoch)
      await waitForOlder(state, options)
      yield* collect({ ...turn, isReliedOn: taken.relyOn })
    } finally {
      taken?.end()
      // Do not delay a caller that has stopped reading. A collection that remains open is in the state that a
      // killed collector leaves.
      await end(options).catch(() => {
        close().catch(() => undefined)
      })
    }
  }

  return {
    run: (collect, options = {}) =>
      untilDone(
        (task, options) => locks.exclusive(COLLECTING, task, options),
        inTurn(collect, options),
        options,
      ),
    close,
  }
}
