import type { CID } from '../codec/cid/cid.ts'
import { DomainError } from '../errors.ts'
import { applyChange, type ConditionalBatch } from '../state/change.ts'
import { readHeldPins, recursiveChange } from './pin-changes.ts'
import type { PinsOptions, UpdatePinOptions } from './pins.ts'
import { walkDifference } from './walk-difference.ts'

/** Implements {@link Pins.update}. */
export async function updatePin(
  { datastore, blockstore, contentLock, clock, walk }: PinsOptions,
  { from, to }: { readonly from: CID; readonly to: CID },
  { unpin = true, session, signal }: UpdatePinOptions = {},
): Promise<void> {
  const createdMs = clock.now()
  const plan = async (): Promise<ConditionalBatch> => {
    const old = await readHeldPins(datastore, from, { signal })
    if (!old.recursive.pin) throw refusal("'from' cid was not recursively pinned already")
    if (from.equals(to)) return { operations: [], expect: [] }
    const held = await readHeldPins(datastore, to, { signal })
    if (held.recursive.pin) throw refusal("'to' cid was already recursively pinned")
    const { operations, expect } = recursiveChange({ cid: to, name: old.recursive.pin.name, createdMs }, held)
    const { key } = old.recursive
    return {
      operations: unpin ? [...operations, { type: 'delete', key }] : operations,
      expect: [...expect, old.recursive],
    }
  }

  if ((await plan()).operations.length === 0) return
  // A running collection may see neither pin, so blocks that both DAGs share must be protected too.
  const visits = contentLock.isProtecting()
    ? walk(to, { blocks: session, protect: contentLock.protect, signal })
    : walkDifference(session ?? blockstore, { from, to, signal })
  for await (const _ of visits);
  await applyChange(datastore, plan, { signal })
}

function refusal(message: string): DomainError {
  return new DomainError('failed-precondition', message)
}
