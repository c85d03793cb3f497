import type { CID } from '../../codec/cid/cid.ts'
import type { FileSource } from '../../ports/file-source.ts'
import { type AddStore, addContent } from './add.ts'
import type { AddedRoot } from './add-entry.ts'
import type { AddOptions } from './add-options.ts'
import type { AddEvent } from './added-event.ts'

export interface AddAndPinOptions extends AddOptions {
  /** Called when all content is stored. */
  readonly onReceived?: (() => void) | undefined
  /** Pins all roots in one step. When absent, nothing is pinned. */
  readonly pinRoots?: ((roots: readonly CID[]) => Promise<void>) | undefined
  /** Gives the roots their places, all at once, after they are pinned. Their blocks are stored. */
  readonly placeRoots?: ((roots: readonly AddedRoot[]) => Promise<void>) | undefined
}

/**
 * Adds content like {@link addContent} and pins its roots before it yields the last event: blocks first, then one
 * batch, then the event. A caller that has received the last event has durable, pinned content. The event of an entry
 * is yielded when another entry begins, and progress at once. If a later entry fails, the event of the last entry that
 * succeeded is yielded before the error is thrown.
 */
export async function* addAndPin(
  store: AddStore,
  source: FileSource,
  { onReceived, pinRoots, placeRoots, ...options }: AddAndPinOptions = {},
): AsyncGenerator<AddEvent, void> {
  let isRead = false
  let nextBegins = Promise.withResolvers<void>()
  const entries = async function* () {
    for await (const entry of source) {
      nextBegins.resolve()
      nextBegins = Promise.withResolvers()
      yield entry
    }
    isRead = true
  }
  const events = addContent(store, entries(), options)
  let pending: AddEvent | undefined
  try {
    for (;;) {
      const { promise: another } = nextBegins
      const next = events.next()
      if (pending && !(await isLast(next, another))) {
        // Awaited below, after the consumer has asked for more.
        next.catch(() => undefined)
        const released = pending
        pending = undefined
        yield released
      }
      const { done, value } = await next
      if (done) {
        onReceived?.()
        if (options.onlyHash) break
        await pinRoots?.(value.map(({ cid }) => cid))
        await placeRoots?.(value)
        break
      }
      if (value.type === 'added') pending = value
      else yield value
    }
  } catch (error) {
    // A failure after the last entry is one of the flush or of the pins, so the held entry did not succeed either.
    if (pending?.type === 'added' && !isRead) yield pending
    throw error
  } finally {
    await events.return([])
  }
  if (pending) yield pending
}

/** True when no event comes after those before `next`; false as soon as another entry begins. */
function isLast(next: Promise<IteratorResult<unknown>>, another: Promise<void>): Promise<boolean> {
  return Promise.race([another.then(() => false), next.then(({ done }) => done === true)])
}
