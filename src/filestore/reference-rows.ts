import { blockKey, type CID, cidOfBlockKey } from '../codec/cid/cid.ts'
import { decodeDagCbor } from '../codec/dag-cbor/decode-dag-cbor.ts'
import { encodeDagCbor } from '../codec/dag-cbor/encode-dag-cbor.ts'
import { DomainError } from '../errors.ts'
import { keyOf, textBehind } from '../state/keys.ts'

/** Where the bytes of one block are. */
export interface Reference {
  /** Raw CIDv1: a store knows multihashes, not codecs. */
  readonly cid: CID
  /** A URL, or the path of a file. */
  readonly location: string
  readonly offset: number
  readonly sizeBytes: number
}

/** Rows by block, in the order of block keys: each holds location, offset and size. */
export const BLOCK_ROWS = keyOf('filestore/block/')

/** Rows by place: location, offset in 16 hexadecimal digits, block key. They are empty. */
export const PLACE_ROWS = keyOf('filestore/place/')

/** How many references there are, and how often they were changed: each change expects it as it was. */
export const COUNT_ROW = keyOf('filestore/count')

const UTF8 = new TextDecoder()
const OFFSET_DIGITS = 16

export function blockRow(cid: CID): Uint8Array {
  return keyOf(BLOCK_ROWS, blockKey(cid))
}

export function placeRow({ cid, location, offset }: Reference): Uint8Array {
  return keyOf(
    PLACE_ROWS,
    `${location}\0${offset.toString(16).padStart(OFFSET_DIGITS, '0')}\0${blockKey(cid)}`,
  )
}

/** The block that a {@link placeRow} names. Throws for any other key. */
export function cidOfPlace(key: Uint8Array): CID {
  return cidOfBlockKey(UTF8.decode(key).split('\0').at(-1) ?? '')
}

/** The block that a {@link blockRow} names. Throws for any other key. */
export function cidOfBlockRow(key: Uint8Array): CID {
  return cidOfBlockKey(textBehind(BLOCK_ROWS, key))
}

export function encodeReference({ location, offset, sizeBytes }: Reference): Uint8Array {
  return encodeDagCbor([location, BigInt(offset), BigInt(sizeBytes)])
}

/** Throws `corrupt`. */
export function decodeReference(cid: CID, value: Uint8Array): Reference {
  const row = decodeDagCbor(value)
  const [location, offset, sizeBytes] = Array.isArray(row) ? row : []
  const numbers = [Number(offset), Number(sizeBytes)]
  if (typeof location !== 'string' || !numbers.every(Number.isSafeInteger)) {
    throw new DomainError('corrupt', `Cannot read reference of block "${cid}": not a record of one`)
  }
  return { cid, location, offset: Number(offset), sizeBytes: Number(sizeBytes) }
}

export interface ReferenceCount {
  readonly references: number
  readonly changes: number
}

export function encodeCount({ references, changes }: ReferenceCount): Uint8Array {
  return encodeDagCbor([BigInt(references), BigInt(changes)])
}

/** Throws `corrupt`. */
export function decodeCount(value: Uint8Array | undefined): ReferenceCount {
  if (!value) return { references: 0, changes: 0 }
  const row = decodeDagCbor(value)
  const [references, changes] = (Array.isArray(row) ? row : []).map(Number)
  if (!Number.isSafeInteger(references) || !Number.isSafeInteger(changes)) {
    throw new DomainError('corrupt', 'Cannot read count of references: not a record of it')
  }
  return { references: references ?? 0, changes: changes ?? 0 }
}
