import type { CID } from '../codec/cid.ts'
import type { FileSource } from '../ports/file-source.ts'
import { type AddEvent, type AddOptions, type AddStore, addContent } from './add.ts'

export interface AddAndPinOptions extends AddOptions {
  /** Makes the roots stay, all at once; absent, nothing is pinned. */
  readonly pinRoots?: ((roots: readonly CID[]) => Promise<void>) | undefined
}

/**
 * {@link addContent}, whose roots are pinned before its last event is given: blocks first, then one batch,
 * then the word. A caller that has seen the end has its content for good.
 */
export async function* addAndPin(
  store: AddStore,
  source: FileSource,
  { pinRoots, ...options }: AddAndPinOptions = {},
): AsyncGenerator<AddEvent, void> {
  const events = addContent(store, source, options)
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
  } finally {
    await events.return([])
  }
  if (held) yield held
}
