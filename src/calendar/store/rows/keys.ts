import type { Range } from '../../../ports/datastore.ts'
import { keyOf, prefixRange } from '../../../state/keys.ts'
import type { Collection } from '../../model/records.ts'

/** Where the pages of rows are: their number as four bytes after it. */
export function rowsPrefix(collection: Collection): Uint8Array {
  return keyOf(`calendar/rows/${collection}/`)
}

/** Where the pages of folded texts of events are. */
export const TEXTS_PREFIX = keyOf('calendar/texts/')

/** Which rows each of the newest commits changed, by height: for processes that keep an older state. */
const LOG_PREFIX = keyOf('calendar/log/')

export function pageKey(prefix: Uint8Array, page: number): Uint8Array {
  return keyOf(prefix, bigEndian(page))
}

/** The number at the end of a {@link pageKey}. */
export function pageOfKey(key: Uint8Array): number {
  return new DataView(key.buffer, key.byteOffset + key.byteLength - 4, 4).getUint32(0)
}

export function logKey(height: number): Uint8Array {
  return keyOf(LOG_PREFIX, bigEndian(height))
}

/** The entries of commits above a height. */
export function logAbove(height: number): Range {
  return { ...prefixRange(LOG_PREFIX), gte: logKey(height + 1) }
}

function bigEndian(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}
