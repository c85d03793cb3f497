import type { CID } from '../codec/cid/cid.ts'
import { DomainError, isDomainError } from '../errors.ts'
import { applyChange, type ConditionalBatch } from '../state/change.ts'
import { directChange, readHeldPins, recursiveChange } from './pin-changes.ts'
import { checkPinName } from './pin-name.ts'
import type { AddPinOptions, PinsOptions } from './pins.ts'

/**
 * Implements {@link Pins.adding}. An existing recursive pin is known to be complete, so it is walked only with
 * `revisit`.
 */
export async function* addPin(
  { datastore, contentLock, clock, walk }: PinsOptions,
  cid: CID,
  { recursive = true, name, revisit = false, session, signal }: AddPinOptions = {},
): AsyncGenerator<CID, void> {
  checkPinName(name)
  const record = { cid, name, createdMs: clock.now() }
  const plan = async () => {
    const held = await readHeldPins(datastore, cid, { signal })
    const isWhole = held.recursive.pin !== undefined || (!recursive && held.direct.pin !== undefined)
    return { isWhole, change: recursive ? recursiveChange(record, held) : directChange(record, held) }
  }
  const tryChange = async ({ operations, expect }: ConditionalBatch) => {
    try {
      if (operations.length > 0) await datastore.batch(operations, expect, { signal })
      return true
    } catch (error) {
      if (!isDomainError(error, 'failed-precondition')) throw error
      return false
    }
  }

  const first = await plan()
  if (first.isWhole && !revisit && (await tryChange(first.change))) return
  try {
    for await (const block of walk(cid, { blocks: session, protect: contentLock.protect, signal })) {
      yield block
      if (!recursive) break
    }
  } catch (cause) {
    if (!isDomainError(cause)) throw cause
    throw new DomainError(cause.code, `pin: ${cause.message}`, { cause })
  }
  await applyChange(datastore, async () => (await plan()).change, { signal })
}
