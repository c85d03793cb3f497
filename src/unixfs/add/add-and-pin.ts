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
 * batch, then the event. A caller that has received the last event has durable, pinned content. If a later entry
 * fails, the event of the last entry that succeeded is yielded before the error is thrown.
 */
export async function* addAndPin(
  store: AddStore,
  source: FileSource,
  { onReceived, pinRoots, placeRoots, ...options }: AddAndPinOptions = {},
): AsyncGenerator<AddEvent, void> {
  let isRead = false
  const entries = async function* () {
    yield* source
    isRead = true
  }
  const events = addContent(store, entries(), options)
  let pending: AddEvent | undefined
  try {
    for (;;) {
      const { done, value } = await events.next()
      if (done) {
        onReceived?.()
        if (options.onlyHash) break
        await pinRoots?.(value.map(({ cid }) => cid))
        await placeRoots?.(value)
        break
      }
      if (pending) yield pending
      pending = value
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
