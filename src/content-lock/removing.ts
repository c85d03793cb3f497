import { createBlockSet } from '../codec/cid/block-set.ts'
import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Clock } from '../ports/clock.ts'
import { abortWith } from '../streams/abort-with.ts'
import type { Hold } from '../streams/until-done.ts'
import type { Collecting, CollectionTurn } from './collecting.ts'
import type { RunningAdds } from './running-adds.ts'

/** The step of a removal, available once all adds have ended of which it cannot know. Pins are final by then. */
export interface RemovalTurn {
  /**
   * Runs a short task that removes the block, while no add protects one. `undefined`, without running it, when an add
   * relies on the block.
   */
  unlessReliedOn<T>(cid: CID, remove: () => Promise<T>): Promise<T | undefined>
}

/** Runs a task that removes single blocks. */
export type Removing = <T>(task: (turn: RemovalTurn) => Promise<T>, options?: AbortOptions) => Promise<T>

/**
 * The longest wait to be alone: adds of other processes that share the storage may take as long as their clients like,
 * and hold up new adds of all processes meanwhile.
 */
const ALONE_WAIT_MS = 1_000

export interface RemovingOptions {
  /** Runs a task while no add runs. */
  readonly alone: Hold
  readonly collecting: Pick<Collecting, 'run'>
  readonly adds: Pick<RunningAdds, 'count' | 'whenOneBegins'>
  readonly clock: Pick<Clock, 'sleep'>
}

/**
 * Runs tasks that remove single blocks. While no process adds anything, a task runs alone, which costs least: the
 * state of collections stays as it is, and with it what is cached of the Datastore. Otherwise it is a collection of its
 * own, because a task that waits to be alone holds up new adds until the slowest one has ended.
 */
export function createRemoving({ alone, collecting, adds, clock }: RemovingOptions): Removing {
  return async (task, options = {}) => {
    const outcome = await whileNoneAdds(() => task(UNUSED), { alone, adds, clock, ...options })
    if (outcome) return outcome.value
    const once = async function* (turn: CollectionTurn) {
      yield await task(removalTurn(turn, options))
    }
    for await (const value of collecting.run(once, options)) return value
    throw new TypeError('Cannot remove blocks: the collection had no turn')
  }
}

/** No add runs that could rely on a block. */
const UNUSED: RemovalTurn = { unlessReliedOn: (_, remove) => remove() }

/**
 * The result of a task that ran while no add did. `undefined` when an add of this process began before it could, or one
 * of another process did not end in time.
 */
async function whileNoneAdds<T>(
  task: () => Promise<T>,
  { alone, adds, clock, signal }: Omit<RemovingOptions, 'collecting'> & AbortOptions,
): Promise<{ readonly value: T } | undefined> {
  if (adds.count() > 0) return undefined
  const waiting = new AbortController()
  const entered = new AbortController()
  const unlink = abortWith(signal, waiting)
  let isGivenUp = false
  const giveUp = () => {
    isGivenUp = true
    waiting.abort()
  }
  const forget = adds.whenOneBegins(giveUp)
  clock.sleep(ALONE_WAIT_MS, { signal: entered.signal }).then(giveUp, () => undefined)
  const enter = () => {
    forget()
    entered.abort()
  }
  try {
    const run = () => {
      enter()
      return task()
    }
    return { value: await alone(run, { signal: waiting.signal }) }
  } catch (error) {
    if (isGivenUp) return undefined
    throw error
  } finally {
    enter()
    unlink()
  }
}

function removalTurn(turn: CollectionTurn, options: AbortOptions): RemovalTurn {
  const isProtected = createBlockSet()
  return {
    unlessReliedOn: (cid, remove) =>
      turn.whileNothingIsProtected(async () => {
        await turn.protectedBlocks(isProtected.addBlock, options)
        return isProtected.hasBlock(cid) || turn.isReliedOn(cid) ? undefined : remove()
      }, options),
  }
}
