import { DomainError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'

export interface EndUnreadOptions {
  readonly clock: Pick<Clock, 'sleep'>
  /** A consumer may take this long from one item to the next, and is ended after twice that. */
  readonly limitMs: number
}

/**
 * Ends a source whose consumer does not ask for more, so that it releases what it holds. The consumer gets `timeout`
 * when it asks again. One timer serves all items that come while it runs.
 */
export async function* endUnread<T>(
  items: AsyncGenerator<T, void>,
  { clock, limitMs }: EndUnreadOptions,
): AsyncGenerator<T, void> {
  const over = new AbortController()
  let unread: object | undefined
  let isWatching = false
  let isLate = false
  const watch = async () => {
    if (isWatching) return
    isWatching = true
    while (unread && !isLate) {
      const item = unread
      await clock.sleep(limitMs, { signal: over.signal })
      isLate = unread === item
    }
    isWatching = false
    if (isLate) await items.return()
  }
  try {
    for (;;) {
      const { done, value } = await items.next()
      if (done) return
      unread = {}
      watch().catch(() => undefined)
      yield value
      unread = undefined
      if (isLate)
        throw new DomainError('timeout', `Cannot go on: nothing was read for ${limitMs / 1000} seconds`)
    }
  } finally {
    over.abort()
    await items.return()
  }
}
