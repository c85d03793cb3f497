import { DomainError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'

export interface EndUnreadOptions {
  readonly clock: Clock
  /** The longest time between an item and the request for the next one, up to a quarter longer. */
  readonly limitMs: number
}

/**
 * Ends a source whose consumer does not ask for more within the limit, so that it releases what it holds. The consumer
 * gets `timeout` when it asks again. One timer serves all items.
 */
export async function* endUnread<T>(
  items: AsyncGenerator<T, void>,
  { clock, limitMs }: EndUnreadOptions,
): AsyncGenerator<T, void> {
  const over = new AbortController()
  let unreadSinceMs: number | undefined
  let isLate = false
  const watch = async () => {
    for (;;) {
      await clock.sleep(limitMs / 4, { signal: over.signal })
      isLate = unreadSinceMs !== undefined && clock.now() - unreadSinceMs >= limitMs
      if (isLate) return items.return()
    }
  }
  const watching = watch()
  // Ended by the signal, or awaited below.
  watching.catch(() => undefined)
  try {
    for (;;) {
      const { done, value } = await items.next()
      if (done) return
      unreadSinceMs = clock.now()
      yield value
      unreadSinceMs = undefined
      if (!isLate) continue
      await watching
      throw new DomainError('timeout', `Cannot go on: nothing was read for ${limitMs / 1000} seconds`)
    }
  } finally {
    over.abort()
    await items.return()
  }
}
