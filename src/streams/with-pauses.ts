import type { Clock } from '../ports/clock.ts'
import { abortWith } from './abort-with.ts'

export interface PauseOptions<First> {
  /** Yielded at once, before the first item has come. */
  readonly first: First
  readonly clock: Pick<Clock, 'sleep'>
  readonly signal: AbortSignal
}

/** A host detects only by sending that its reader has left. */
const PAUSE_MS = 10_000

/**
 * Yields `first`, then the items as they come, and `undefined` whenever none came for 10 seconds. The source is read
 * from the beginning, so that it misses nothing while `first` is sent. Throws the reason of an abort.
 */
export async function* withPauses<Item, First = undefined>(
  items: AsyncIterable<Item>,
  { first, clock, signal }: PauseOptions<First>,
): AsyncGenerator<Item | First | undefined, void> {
  const source = items[Symbol.asyncIterator]()
  let next = source.next()
  // The consumer may leave before it asks for the first item.
  next.catch(() => undefined)
  try {
    yield first
    for (;;) {
      const item = await within(next, { clock, signal })
      if (item?.done) {
        // A source may end at an abort without its reason, such as a time limit.
        signal.throwIfAborted()
        return
      }
      if (item) next = source.next()
      yield item?.value
    }
  } finally {
    await source.return?.()
  }
}

/** The value of a promise that resolves in time; `undefined` when it does not. */
async function within<T>(
  next: Promise<T>,
  { clock, signal }: Omit<PauseOptions<unknown>, 'first'>,
): Promise<T | undefined> {
  const waiting = new AbortController()
  const unlink = abortWith(signal, waiting)
  const timer = clock.sleep(PAUSE_MS, { signal: waiting.signal }).then(() => undefined)
  timer.catch(() => undefined)
  try {
    return await Promise.race([next, timer.catch(() => next)])
  } finally {
    unlink()
    waiting.abort()
  }
}
