import { createBlockSet } from '../codec/cid/block-set.ts'
import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { DagWalk } from './dag-walk.ts'
import { readHeldPins } from './pin-changes.ts'
import { listPins } from './pin-rows.ts'

/** A block below a pin that is missing or cannot be read. */
export interface BadBlock {
  readonly cid: CID
  readonly error: string
}

/** A checked recursive pin. */
export interface VerifiedPin {
  readonly cid: CID
  /** Empty for a complete pin; at most 1,000. */
  readonly bad: readonly BadBlock[]
}

export interface VerifyPinsOptions extends AbortOptions {
  readonly datastore: Pick<Datastore, 'range' | 'get'>
  readonly walk: DagWalk
}

const MAX_BAD = 1_000

/**
 * Walks every recursive pin, past broken blocks. Blocks that complete pins share are walked once. A broken pin that
 * was removed meanwhile is left out.
 */
export async function* verifyPins({
  datastore,
  walk,
  signal,
}: VerifyPinsOptions): AsyncGenerator<VerifiedPin> {
  let good = createBlockSet()
  for await (const { cid: root } of listPins(datastore, 'recursive', { signal })) {
    const bad: BadBlock[] = []
    const onBad = (cid: CID, { message }: Error) => {
      if (bad.length < MAX_BAD) bad.push({ cid, error: message })
    }
    for await (const _ of walk(root, { visited: good, onBad, signal }));
    // Blocks visited below a broken pin are not known to be complete.
    if (bad.length > 0) good = createBlockSet()
    if (bad.length > 0 && !(await readHeldPins(datastore, root, { signal })).recursive.pin) continue
    yield { cid: root, bad }
  }
}
