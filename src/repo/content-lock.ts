import type { AbortOptions } from '../ports/abort.ts'
import type { Locks } from '../ports/locks.ts'

/**
 * Keeps collection apart from adding. Whoever writes blocks and then makes them visible holds the lock with
 * others of its kind, from before the first block until after the last row; whoever removes blocks holds it
 * alone. It is not reentrant: a surface takes it, and the services it calls in it do not.
 */
export interface ContentLock {
  /** Runs a task that adds. */
  whileAdding<T>(task: () => Promise<T>, options?: AbortOptions): Promise<T>
  /** Runs a task that adds as its items are asked for: from the first item until the last, or until its reader leaves. */
  adding<T>(items: AsyncIterable<T>, options?: AbortOptions): AsyncGenerator<T, void>
  /** Runs a task that removes. */
  alone<T>(task: () => Promise<T>, options?: AbortOptions): Promise<T>
  /** Runs a task that removes as its items are asked for. */
  removing<T>(items: AsyncIterable<T>, options?: AbortOptions): AsyncGenerator<T, void>
}

/** Tabs and service workers of one storage meet under this name. */
const NAME = 'content'

export function createContentLock(locks: Locks): ContentLock {
  const whileAdding: Hold = (task, options) => locks.shared(NAME, task, options)
  const alone: Hold = (task, options) => locks.exclusive(NAME, task, options)
  return {
    whileAdding,
    alone,
    adding: (items, options) => held(whileAdding, items, options),
    removing: (items, options) => held(alone, items, options),
  }
}

type Hold = <T>(task: () => Promise<T>, options?: AbortOptions) => Promise<T>

async function* held<T>(
  hold: Hold,
  items: AsyncIterable<T>,
  options: AbortOptions = {},
): AsyncGenerator<T, void> {
  const entered = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  const holding = hold(() => {
    entered.resolve()
    return left.promise
  }, options)
  holding.catch(entered.reject)
  await entered.promise
  try {
    yield* items
  } finally {
    left.resolve()
    await holding
  }
}
