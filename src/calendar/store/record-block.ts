import { cborBlock } from '../../blocks/cbor-block.ts'
import { CID, formatCid, parseCid } from '../../codec/cid/cid.ts'
import { decodeDagCbor } from '../../codec/dag-cbor/decode-dag-cbor.ts'
import { isCborMap } from '../../codec/dag-cbor/is-cbor-map.ts'
import { type DagValue, isList } from '../../codec/ipld/dag-value.ts'
import { attempt, DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Block, Blockstore } from '../../ports/blockstore.ts'
import { withAddedFields, withoutUnusedFields } from '../model/field.ts'
import { type Collection, FIELDS, isRecordOf, type Records } from '../model/records.ts'

/**
 * The block of a record: a map of its fields. Integers are encoded as integers. The file of an image is a link, so
 * that the picture is part of the record's DAG.
 */
export function recordBlock<C extends Collection>(collection: C, record: Records[C]): Promise<Block> {
  const value = dagValueOf(withoutUnusedFields(FIELDS[collection], record))
  return cborBlock(collection === 'images' ? withLinkedFile(value) : value)
}

/** Reads a record. Throws `corrupt` when the value is no record of the collection. Unknown fields are kept. */
export function readRecord<C extends Collection>(collection: C, value: DagValue): Records[C] {
  const record = withAddedFields(FIELDS[collection], plainOf(value))
  if (isRecordOf(collection, record)) return record
  throw new DomainError(
    'corrupt',
    `Cannot read record of ${collection}: a field is missing or of a wrong type`,
  )
}

function withLinkedFile(value: DagValue): DagValue {
  const file = value instanceof Map ? value.get('cid') : undefined
  if (!(value instanceof Map) || typeof file !== 'string') return value
  return new Map<string, DagValue>(value).set('cid', parseCid(file))
}

function dagValueOf(value: unknown): DagValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (Array.isArray(value)) return value.map(dagValueOf)
  if (typeof value === 'object') {
    return new Map(Object.entries(value).map(([name, held]) => [name, dagValueOf(held)]))
  }
  throw new DomainError('invalid-argument', `Cannot write record: a value is of type ${typeof value}`)
}

function plainOf(value: DagValue): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value
  if (isList(value)) return value.map(plainOf)
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([name, held]) => [name, plainOf(held)]))
  }
  const link = CID.asCID(value)
  return link ? formatCid(link) : undefined
}

/**
 * True for a record block that must not be public: an event, venue or organizer that is not published, an event
 * with a password, or the record of a picture, whose fields are shown in posts. Decided by the bytes alone, since
 * several CIDs can name the same bytes.
 */
export function isHiddenRecord(bytes: Uint8Array): boolean {
  if (!isCborMap(bytes)) return false
  const value = attempt(() => decodeDagCbor(bytes))
  if (!(value instanceof Map) || typeof value.get('uid') !== 'string') return false
  return isHiddenPost(value) || attempt(() => readRecord('images', value)) !== undefined
}

function isHiddenPost(value: DagValue): boolean {
  const event = attempt(() => readRecord('events', value))
  const post =
    event ?? attempt(() => readRecord('venues', value)) ?? attempt(() => readRecord('organizers', value))
  return (post !== undefined && post.status !== 'publish') || (event !== undefined && event.password !== '')
}

/**
 * Reads and decodes a block of the calendar. Throws `not-found` when it is not stored, `corrupt` when it is not
 * dag-cbor.
 */
export async function readCborBlock(
  blockstore: Pick<Blockstore, 'get'>,
  cid: CID,
  options: AbortOptions = {},
): Promise<DagValue> {
  const bytes = await blockstore.get(cid, options)
  if (!bytes) throw new DomainError('not-found', `Cannot read calendar block "${cid}": not held`)
  return decodeDagCbor(bytes)
}
