import { equalBytes, joinBytes } from '../src/codec/bytes/bytes.ts'
import { crc32 } from '../src/packs/pack-table.ts'

/** What a row holds of a value that is stored in two copies, each with its checksum behind it. */
export interface StoredValue {
  readonly stored: Uint8Array
  /** The whole of `stored` where no copy can be read. */
  readonly value: Uint8Array
  /**
   * `single` was stored once, `damaged` can be written anew, and of `broken` copies nothing can be told but that they
   * were two.
   */
  readonly state: 'single' | 'whole' | 'damaged' | 'broken'
}

const CHECKSUM_BYTES = 4

/**
 * Copies of this size that are the same are taken for such without a checksum, which would cost most of the start of a
 * large calendar. No value of this size that was stored once has two halves that are the same.
 */
const SURE_FROM_BYTES = 1024

/** A larger value is stored once: two copies might not fit into a row of the database. */
export const MAX_DOUBLED_BYTES = 900_000

/** Bytes in which two damaged copies may differ, when a whole one is looked for among their combinations. */
const MAX_MERGED_BYTES = 10
/** Bytes that this search may check. */
const MAX_CHECKED_BYTES = 16 * 1024 * 1024

/** Two copies with a CRC-32 each, or a value that is too large as it is. */
export function doubledValue(value: Uint8Array): Uint8Array {
  if (value.byteLength > MAX_DOUBLED_BYTES) return value
  const checksum = new Uint8Array(CHECKSUM_BYTES)
  new DataView(checksum.buffer).setUint32(0, crc32(value))
  return joinBytes([value, checksum, value, checksum])
}

export function readDoubled(stored: Uint8Array): StoredValue {
  const half = stored.byteLength / 2
  if (!Number.isInteger(half) || half < CHECKSUM_BYTES) return { stored, value: stored, state: 'single' }
  const copies = [stored.slice(0, half), stored.slice(half)] as const
  const isSame = areSame(...copies)
  if (isSame && half >= SURE_FROM_BYTES) {
    return { stored, value: copies[0].slice(0, half - CHECKSUM_BYTES), state: 'whole' }
  }
  const first = valueIn(copies[0])
  if (first) return { stored, value: first, state: isSame ? 'whole' : 'damaged' }
  const differing = placesOf(...copies)
  const value = valueIn(copies[1]) ?? merged(copies, differing)
  if (value) return { stored, value, state: 'damaged' }
  return { stored, value: stored, state: wereCopies(copies[0], differing) ? 'broken' : 'single' }
}

/**
 * Whether two halves look like damaged copies: alike, with one checksum. The halves of a value that was stored once and
 * is mostly zeros, as a page of few events, are alike too.
 */
function wereCopies({ byteLength }: Uint8Array, differing: readonly number[]): boolean {
  const hasOneChecksum = differing.every((at) => at < byteLength - CHECKSUM_BYTES)
  return hasOneChecksum && differing.length < byteLength / 4
}

/** Whether two arrays of one length, which have buffers of their own, are equal: four bytes at a time. */
function areSame(first: Uint8Array, second: Uint8Array): boolean {
  const words = first.byteLength >> 2
  const [a, b] = [new Uint32Array(first.buffer, 0, words), new Uint32Array(second.buffer, 0, words)]
  for (let at = 0; at < words; at += 1) if (a[at] !== b[at]) return false
  return equalBytes(first.subarray(4 * words), second.subarray(4 * words))
}

/** A value behind which its checksum comes. `undefined` when that differs. */
function valueIn(copy: Uint8Array): Uint8Array | undefined {
  const end = copy.byteLength - CHECKSUM_BYTES
  const checksum = new DataView(copy.buffer, copy.byteOffset).getUint32(end)
  const value = copy.slice(0, end)
  return checksum === crc32(value) ? value : undefined
}

/** Where two copies differ, until these are too many: the halves of a large value that was stored once are no copies. */
function placesOf(first: Uint8Array, second: Uint8Array): readonly number[] {
  const tooMany = Math.max(first.byteLength / 4, MAX_MERGED_BYTES + 1)
  const places: number[] = []
  for (let at = 0; at < first.byteLength && places.length < tooMany; at += 1) {
    if (first[at] !== second[at]) places.push(at)
  }
  return places
}

/** The value whose checksum is right among all that take each differing byte from either copy. */
function merged(
  [first, second]: readonly [Uint8Array, Uint8Array],
  places: readonly number[],
): Uint8Array | undefined {
  const choices = 2 ** places.length
  if (places.length > MAX_MERGED_BYTES || choices * first.byteLength > MAX_CHECKED_BYTES) return undefined
  const copy = first.slice()
  for (let choice = 1; choice < choices - 1; choice += 1) {
    for (const [bit, at] of places.entries()) copy[at] = ((choice >> bit) & 1 ? second : first)[at] ?? 0
    const value = valueIn(copy)
    if (value) return value
  }
  return undefined
}
