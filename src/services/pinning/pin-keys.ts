import { keyOf, textBehind } from '../../state/keys.ts'
import type { ServicePin } from './service-pin.ts'

/** A queued pin: when its next attempt is due, and the key of its row. */
export interface DuePin {
  readonly dueMs: number
  readonly key: Uint8Array
}

/** Prefix of all rows of this service. */
export const PIN_ROWS = 'services/pinning/'
const TIME_BYTES = 8

/** Prefix of the rows of all pins. */
export const ALL_PINS = keyOf(PIN_ROWS, 'pins/')

/** Prefix of the rows of a holder's pins, in the order of their creation. */
export function pinKeys(holder: string): Uint8Array {
  return keyOf(ALL_PINS, holder, '/')
}

export function servicePinKey({ holder, createdMs }: Pick<ServicePin, 'holder' | 'createdMs'>): Uint8Array {
  return keyOf(pinKeys(holder), timeBytes(createdMs))
}

/** Prefix of the rows that say when a holder's queued pins are due, in that order. */
export function dueKeys(holder: string): Uint8Array {
  return keyOf(PIN_ROWS, 'due/', holder, '/')
}

export function dueKey({
  holder,
  createdMs,
  dueMs,
}: Pick<ServicePin, 'holder' | 'createdMs'> & { readonly dueMs: number }): Uint8Array {
  return keyOf(dueKeys(holder), timeBytes(dueMs), timeBytes(createdMs))
}

/** Reads a {@link dueKey}. */
export function dueOfKey(holder: string, key: Uint8Array): DuePin {
  const at = dueKeys(holder).byteLength
  const dueMs = Number(new DataView(key.buffer, key.byteOffset + at, TIME_BYTES).getBigUint64(0))
  return { dueMs, key: keyOf(pinKeys(holder), key.subarray(at + TIME_BYTES)) }
}

/** Key of a holder's usage. With an empty holder, also the prefix of all of them. */
export function usageKey(holder: string): Uint8Array {
  return keyOf(PIN_ROWS, 'usage/', holder)
}

/** The holder of a {@link usageKey}. */
export function holderOfUsage(key: Uint8Array): string {
  return textBehind(usageKey(''), key)
}

/** The request id of a pin: when it was created, which finds its row, and a secret part. */
export function requestIdOf(createdMs: number, secret: string): string {
  return `${createdMs.toString(36)}-${secret}`
}

/** When the pin of a request id was created. `undefined` for a text that is no request id. */
export function createdMsOf(requestId: string): number | undefined {
  const [, created] = /^([0-9a-z]{1,10})-/.exec(requestId) ?? []
  return created === undefined ? undefined : Number.parseInt(created, 36)
}

/** Big-endian, so that keys sort by time. */
function timeBytes(timeMs: number): Uint8Array {
  const bytes = new Uint8Array(TIME_BYTES)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(Math.max(0, timeMs)))
  return bytes
}
