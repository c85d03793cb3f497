import type { CID } from '../../codec/cid/cid.ts'
import type { FileSource } from '../../ports/file-source.ts'
import { type AddEvent, type AddOptions, type AddStore, addContent } from './add.ts'

export interface AddAndPinOptions extends AddOptions {
  /** Makes the roots stay, all at once; absent, nothing is pinned. */
  readonly pinRoots?: ((roots: readonly CID[]) => Promise<void>) | undefined
}

/**
 * {@link addContent}, whose roots are pinned before its last event is given: blocks first, then one batch,
 * then the word. A caller that has seen the end has its content for good. If a later entry fails, the event of
 * the last good one is given before the error is thrown.
 */
export async function* addAndPin(
  store: AddStore,
  source: FileSource,
  { pinRoots, ...options }: AddAndPinOptions = {},
): AsyncGenerator<AddEvent, void> {
  let isRead = false
  const entries = async function* () {
    yield* source
    isRead = true
  }
  const events = addContent(store, entries(), options)
  let held: AddEvent | undefined
  try {
    for (;;) {
      const { done, value } = await events.next()
      if (done) {
        if (!options.onlyHash) await pinRoots?.(value)
        break
      }
      if (held) yield held
      held = value
    }
  } catch (error) {
    // After the last entry the failure is that of the flush or of the pins: then no entry was good.
    if (held?.type === 'added' && !isRead) yield held
    throw error
  } finally {
    await events.return([])
  }
  if (held) yield held
}
