import { type CID, dagCborCid } from '../../codec/cid.ts'
import { DomainError } from '../../errors.ts'
import { STATUSES } from '../records.ts'
import type { EventRow } from '../rows.ts'
import { wallOfSeconds, wallSeconds } from './wall-seconds.ts'

/** Ids that share a page. */
export const PAGE_IDS = 64

/** Bits of {@link EventPage.flags}. */
export const FEATURED = 1
export const HIDDEN = 2

/**
 * The rows of 64 neighbouring ids as columns. The bytes are what is stored, as they are: reading a page decodes
 * nothing, and 100,000 events are loaded by reading 1,563 values. Never changed once made.
 */
export interface EventPage {
  readonly bytes: Uint8Array
  /** Height of the commit that changed it last. */
  readonly height: number
  /** Wall clocks, by {@link wallSeconds}. */
  readonly start: Float64Array
  readonly date: Float64Array
  readonly startMs: Float64Array
  readonly endMs: Float64Array
  readonly venue: Uint32Array
  readonly parent: Uint32Array
  readonly author: Uint32Array
  readonly image: Uint32Array
  /** Where the slug, and the links, of each id end. */
  readonly slugEnds: Uint32Array
  readonly linkEnds: Uint32Array
  /** 26 characters each. */
  readonly uids: Uint8Array
  /** 32 bytes each: the sha2-256 of the record's block. */
  readonly digests: Uint8Array
  /** Place in {@link STATUSES}, from 1; 0 where there is no event. */
  readonly status: Uint8Array
  readonly flags: Uint8Array
  /** For each event three lists, each after its length: organizers, categories, tags. */
  readonly links: Uint32Array
  readonly slugs: Uint8Array
}

const VERSION = 1
const UID_BYTES = 26
const DIGEST_BYTES = 32
const HEADER_BYTES = 16
const FIXED_BYTES = HEADER_BYTES + PAGE_IDS * (4 * 8 + 6 * 4 + UID_BYTES + DIGEST_BYTES + 2)

const ENCODER = new TextEncoder()
const DECODER = new TextDecoder()

/** Throws `corrupt` for bytes of another format. Numbers are little-endian, as on every host. */
export function openEventPage(given: Uint8Array): EventPage {
  const bytes = given.byteOffset % 8 === 0 ? given : given.slice()
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
    digests: octets(DIGEST_BYTES),
    status: octets(1),
    flags: octets(1),
    links: new Uint32Array(buffer, next(linkCount * 4), linkCount),
    slugs: bytes.subarray(FIXED_BYTES + linkCount * 4),
  }
}

export const EMPTY_PAGE = emptyPage()

const NO_LINKS = new Uint32Array(0)
const NO_BYTES = new Uint8Array(0)

/** The page with another row at its place, or none. */
export function withEvent(
  page: EventPage,
  row: EventRow | { readonly id: number; readonly status?: never },
  { cid, height }: { readonly cid: CID | undefined; readonly height: number },
): EventPage {
  const slot = row.id % PAGE_IDS
  const isRow = row.status !== undefined
  const links = isRow ? Uint32Array.from(linksOf(row)) : NO_LINKS
  const slug = isRow ? ENCODER.encode(row.slug) : NO_BYTES
  const grown = {
    links: links.length - room(page.linkEnds, slot),
    slug: slug.length - room(page.slugEnds, slot),
  }
  const linkCount = page.links.length + grown.links
  const bytes = new Uint8Array(FIXED_BYTES + linkCount * 4 + page.slugs.length + grown.slug)
  bytes.set(page.bytes.subarray(0, FIXED_BYTES))
  const header = new DataView(bytes.buffer)
  header.setUint32(0, VERSION, true)
  header.setUint32(4, linkCount, true)
  header.setFloat64(8, height, true)
  const made = openEventPage(bytes)
  splice(made.links, { from: page.links, ends: page.linkEnds, slot, put: links })
  splice(made.slugs, { from: page.slugs, ends: page.slugEnds, slot, put: slug })
  for (let at = slot; at < PAGE_IDS; at += 1) {
    made.linkEnds[at] = (page.linkEnds[at] ?? 0) + grown.links
    made.slugEnds[at] = (page.slugEnds[at] ?? 0) + grown.slug
  }
  made.status[slot] = 0
  if (isRow) writeColumns(made, row, cid)
  return made
}

/** Writes into a page that nobody else has seen yet. */
export function nameRecord(page: EventPage, slot: number, cid: CID): void {
  page.digests.set(cid.multihash.digest.subarray(0, DIGEST_BYTES), slot * DIGEST_BYTES)
}

export function readEventRow(page: EventPage, id: number): EventRow | undefined {
  const slot = id % PAGE_IDS
  const status = STATUSES[(page.status[slot] ?? 0) - 1]
  if (!status) return undefined
  const [organizers, categories, tags] = readLinks(page, slot)
  const flags = page.flags[slot] ?? 0
  return {
    id,
    uid: String.fromCharCode(...uidBytes(page, slot)),
    slug: slugAt(page, slot),
    status,
    author: page.author[slot] ?? 0,
    date: wallOfSeconds(page.date[slot] ?? 0),
    start: wallOfSeconds(page.start[slot] ?? 0),
    startMs: page.startMs[slot] ?? 0,
    endMs: page.endMs[slot] ?? 0,
    featured: (flags & FEATURED) !== 0,
    hideFromListings: (flags & HIDDEN) !== 0,
    venue: page.venue[slot] ?? 0,
    organizers,
    categories,
    tags,
    parent: page.parent[slot] ?? 0,
    image: page.image[slot] ?? 0,
  }
}

export function cidAt({ digests }: EventPage, slot: number): CID {
  return dagCborCid(digests.slice(slot * DIGEST_BYTES, (slot + 1) * DIGEST_BYTES))
}

export function uidBytes({ uids }: EventPage, slot: number): Uint8Array {
  return uids.subarray(slot * UID_BYTES, (slot + 1) * UID_BYTES)
}

export function slugBytes({ slugs, slugEnds }: EventPage, slot: number): Uint8Array {
  return slugs.subarray(slugEnds[slot - 1] ?? 0, slugEnds[slot])
}

function slugAt(page: EventPage, slot: number): string {
  return DECODER.decode(slugBytes(page, slot))
}

type Lists = readonly [organizers: number[], categories: number[], tags: number[]]

function readLinks({ links, linkEnds }: EventPage, slot: number): Lists {
  let at = linkEnds[slot - 1] ?? 0
  const next = () => {
    const length = links[at] ?? 0
    at += length + 1
    return Array.from(links.subarray(at - length, at))
  }
  return [next(), next(), next()]
}

/** Tells organizers as `posts`, categories and tags as `terms`. */
export function eachLink(
  { links, linkEnds }: EventPage,
  slot: number,
  tell: (target: 'posts' | 'terms', id: number) => void,
): void {
  let at = linkEnds[slot - 1] ?? 0
  for (const target of ['posts', 'terms', 'terms'] as const) {
    const end = at + 1 + (links[at] ?? 0)
    for (at += 1; at < end; at += 1) tell(target, links[at] ?? 0)
  }
}

function linksOf({ organizers, categories, tags }: EventRow): number[] {
  return [organizers, categories, tags].flatMap((list) => [list.length, ...list])
}

function writeColumns(page: EventPage, row: EventRow, cid: CID | undefined): void {
  const slot = row.id % PAGE_IDS
  page.start[slot] = wallSeconds(row.start)
  page.date[slot] = wallSeconds(row.date)
  page.startMs[slot] = row.startMs
  page.endMs[slot] = row.endMs
  page.venue[slot] = row.venue
  page.parent[slot] = row.parent
  page.author[slot] = row.author
  page.image[slot] = row.image
  page.status[slot] = STATUSES.indexOf(row.status) + 1
  page.flags[slot] = (row.featured ? FEATURED : 0) | (row.hideFromListings ? HIDDEN : 0)
  page.uids.set(ENCODER.encode(row.uid).subarray(0, UID_BYTES), slot * UID_BYTES)
  if (cid) nameRecord(page, slot, cid)
}

/** How much one of the lists that stand end to end takes. */
function room(ends: Uint32Array, slot: number): number {
  return (ends[slot] ?? 0) - (ends[slot - 1] ?? 0)
}

interface Splice<T> {
  readonly from: T
  readonly ends: Uint32Array
  readonly slot: number
  readonly put: T
}

/** All lists as they were, but one. */
function splice<T extends Uint8Array | Uint32Array>(into: T, { from, ends, slot, put }: Splice<T>): void {
  const start = ends[slot - 1] ?? 0
  into.set(from.subarray(0, start))
  into.set(put, start)
  into.set(from.subarray(ends[slot]), start + put.length)
}

function emptyPage(): EventPage {
  const bytes = new Uint8Array(FIXED_BYTES)
  new DataView(bytes.buffer).setUint32(0, VERSION, true)
  return openEventPage(bytes)
}

function corrupt(): DomainError {
  return new DomainError('corrupt', 'Cannot read rows of events: not a page of them')
}
