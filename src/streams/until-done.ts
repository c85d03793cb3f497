import type { AbortOptions } from '../ports/abort.ts'

/** Runs a task while it holds something. */
export type Hold = <T>(task: () => Promise<T>, options?: AbortOptions) => Promise<T>

/** Holds from the first item that is asked for until the last was given, or until the reader leaves. */
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
