import { decodeDagCbor } from '../../../codec/dag-cbor/decode-dag-cbor.ts'
import type { DagValue } from '../../../codec/ipld/dag-value.ts'
import { attempt } from '../../../errors.ts'
import { readRecord } from './record-block.ts'

/** The major type with which the block of a map begins: most other blocks are told by their first byte. */
const CBOR_MAP = 5

/**
 * True for the block of a record that strangers may not read: an event, venue or organizer that is not published,
 * an event behind a password, and what is known of a picture, which shows in the posts that have it. Told by the
 * bytes alone, since every CID of the same bytes leads to them.
 */
export function isHiddenRecord(bytes: Uint8Array): boolean {
  if ((bytes[0] ?? 0) >> 5 !== CBOR_MAP) return false
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
