import { DomainError } from '../../../errors.ts'
import type { STATUSES } from '../../model/status.ts'
import type { wallSeconds } from '../../time/wall-clock.ts'

/** Number of ids on a page. */
export const PAGE_IDS = 64

/** Bits of {@link EventPage.flags}. */
export const FEATURED = 1
export const HIDDEN = 2
export const LOCKED = 4
export const ALL_DAY = 8

/**
 * The rows of 64 neighbouring ids, as columns. The arrays are views on the stored bytes: reading a page decodes
 * nothing, and 100,000 events are loaded by reading 1,563 values. A page never changes once it is made.
 */
export interface EventPage {
  readonly bytes: Uint8Array
  /** Height of the commit that last changed the page. */
  readonly height: number
  /** Wall clocks, as {@link wallSeconds}. */
  readonly start: Float64Array
  readonly date: Float64Array
  readonly startMs: Float64Array
  readonly endMs: Float64Array
  readonly venue: Uint32Array
  readonly parent: Uint32Array
  readonly author: Uint32Array
  readonly image: Uint32Array
  /** End offsets of each id's slug and links. */
  readonly slugEnds: Uint32Array
  readonly linkEnds: Uint32Array
  /** 26 characters for each id. */
  readonly uids: Uint8Array
  /** The sha2-256 of the record's block, 32 bytes for each id. */
  readonly digests: Uint8Array
  /** Position in {@link STATUSES}, counted from 1; 0 when there is no event. */
  readonly status: Uint8Array
  readonly flags: Uint8Array
  /** Three lists for each event, each preceded by its length: organizers, categories, tags. */
  readonly links: Uint32Array
  readonly slugs: Uint8Array
}

const VERSION = 1
export const UID_BYTES = 26
export const CID_DIGEST_BYTES = 32
const HEADER_BYTES = 16
const FIXED_BYTES = HEADER_BYTES + PAGE_IDS * (4 * 8 + 6 * 4 + UID_BYTES + CID_DIGEST_BYTES + 2)

/** Opens a stored page. Throws `corrupt` for another format. Numbers are little-endian, as on every host. */
export function openEventPage(stored: Uint8Array): EventPage {
  const bytes = stored.byteOffset % 8 === 0 ? stored : stored.slice()
  const { buffer, byteOffset } = bytes
  if (bytes.byteLength < FIXED_BYTES) throw corrupt()
  const header = new DataView(buffer, byteOffset, HEADER_BYTES)
  if (header.getUint32(0, true) !== VERSION) throw corrupt()
  let at = byteOffset + HEADER_BYTES
  const next = (sizeBytes: number) => {
    at += sizeBytes
    return at - sizeBytes
  }
  const doubles = () => new Float64Array(buffer, next(PAGE_IDS * 8), PAGE_IDS)
  const words = () => new Uint32Array(buffer, next(PAGE_IDS * 4), PAGE_IDS)
  const octets = (each: number) => new Uint8Array(buffer, next(PAGE_IDS * each), PAGE_IDS * each)
  const linkCount = header.getUint32(4, true)
  if (FIXED_BYTES + linkCount * 4 > bytes.byteLength) throw corrupt()
  return {
    bytes,
    height: header.getFloat64(8, true),
    start: doubles(),
    date: doubles(),
    startMs: doubles(),
    endMs: doubles(),
    venue: words(),
    parent: words(),
    author: words(),
    image: words(),
    slugEnds: words(),
    linkEnds: words(),
    uids: octets(UID_BYTES),
    digests: octets(CID_DIGEST_BYTES),
    status: octets(1),
    flags: octets(1),
    links: new Uint32Array(buffer, next(linkCount * 4), linkCount),
    slugs: bytes.subarray(FIXED_BYTES + linkCount * 4),
  }
}

/** Lengths of the variable lists of a page, and its height. */
interface Lengths {
  readonly linkCount: number
  readonly slugsBytes: number
  readonly height: number
}

/** A page with the same columns and room for lists of other lengths, which the caller fills. */
export function resizedPage(columns: Uint8Array, { linkCount, slugsBytes, height }: Lengths): EventPage {
  const bytes = new Uint8Array(FIXED_BYTES + linkCount * 4 + slugsBytes)
  bytes.set(columns.subarray(0, FIXED_BYTES))
  const header = new DataView(bytes.buffer)
  header.setUint32(0, VERSION, true)
  header.setUint32(4, linkCount, true)
  header.setFloat64(8, height, true)
  return openEventPage(bytes)
}

export const EMPTY_PAGE = resizedPage(new Uint8Array(), { linkCount: 0, slugsBytes: 0, height: 0 })

function corrupt(): DomainError {
  return new DomainError('corrupt', 'Cannot read rows of events: a page of them is damaged')
}
