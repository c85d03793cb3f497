import type { CID } from '../codec/cid/cid.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { ConditionalBatch } from '../state/change.ts'
import { decodePin, encodePin, type Pin, type PinKind, pinKey } from './pin-rows.ts'

/** One row as read. */
export interface HeldPin {
  readonly key: Uint8Array
  readonly value: Uint8Array | undefined
  readonly pin: Pin | undefined
}

/** The two rows that a CID can have. */
export interface HeldPins {
  readonly recursive: HeldPin
  readonly direct: HeldPin
}

export async function readHeldPins(
  datastore: Pick<Datastore, 'get'>,
  cid: CID,
  options: AbortOptions,
): Promise<HeldPins> {
  const read = async (kind: PinKind): Promise<HeldPin> => {
    const key = pinKey({ cid, kind })
    const value = await datastore.get(key, options)
    return { key, value, pin: value && decodePin(kind, [key, value]) }
  }
  const [recursive, direct] = await Promise.all([read('recursive'), read('direct')])
  return { recursive, direct }
}

/**
 * The change that adds a recursive pin. It replaces a direct pin; an existing recursive pin gets the new name, or
 * none.
 */
export function recursiveChange(pin: Omit<Pin, 'kind'>, { recursive, direct }: HeldPins): ConditionalBatch {
  if (isUnchanged(pin, recursive.pin)) return NOTHING
  return {
    operations: [
      { type: 'put', key: recursive.key, value: encodePin(pin) },
      { type: 'delete', key: direct.key },
    ],
    expect: [recursive, direct],
  }
}

/** The change that adds a direct pin. Throws `failed-precondition` when the CID is pinned recursively. */
export function directChange(pin: Omit<Pin, 'kind'>, { recursive, direct }: HeldPins): ConditionalBatch {
  if (recursive.pin) {
    throw new DomainError('failed-precondition', `pin: ${pin.cid} already pinned recursively`)
  }
  if (isUnchanged(pin, direct.pin)) return NOTHING
  return {
    operations: [{ type: 'put', key: direct.key, value: encodePin(pin) }],
    expect: [recursive, direct],
  }
}

/**
 * The change that removes a pin. Throws `failed-precondition` when there is none, or when it is recursive and
 * `recursive` is false.
 */
export function removalChange(
  cid: CID,
  { recursive, direct }: HeldPins,
  options: { readonly recursive: boolean },
): ConditionalBatch {
  if (recursive.pin && !options.recursive) {
    throw new DomainError('failed-precondition', `${cid} is pinned recursively`)
  }
  if (!recursive.pin && !direct.pin) {
    throw new DomainError('failed-precondition', 'not pinned or pinned indirectly')
  }
  return {
    operations: [recursive, direct].map(({ key }) => ({ type: 'delete', key })),
    expect: [recursive, direct],
  }
}

const NOTHING: ConditionalBatch = { operations: [], expect: [] }

function isUnchanged({ name }: Omit<Pin, 'kind'>, held: Pin | undefined): boolean {
  return held !== undefined && name === held.name
}
