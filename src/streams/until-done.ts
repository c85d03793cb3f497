import type { AbortOptions } from '../ports/abort.ts'

/** Runs a task while it holds a lock. */
export type Hold = <T>(task: () => Promise<T>, options?: AbortOptions) => Promise<T>

/**
 * Yields `items` under a lock, from the first item that is requested until the last one, or until the consumer
 * stops.
 */
export async function* untilDone<T>(
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
