import { binaryString } from '../../../codec/bytes/bytes.ts'
import { type CID, dagCborCid } from '../../../codec/cid/cid.ts'
import type { EventRow } from '../../model/rows.ts'
import { STATUSES } from '../../model/status.ts'
import { wallOfSeconds, wallSeconds } from '../../time/wall-clock.ts'
import {
  ALL_DAY,
  CID_DIGEST_BYTES,
  type EventPage,
  FEATURED,
  HIDDEN,
  LOCKED,
  PAGE_IDS,
  resizedPage,
  UID_BYTES,
} from './event-page.ts'

const DECODER = new TextDecoder()

export function readEventRow(page: EventPage, id: number): EventRow | undefined {
  const slot = id % PAGE_IDS
  const status = STATUSES[(page.status[slot] ?? 0) - 1]
  if (!status) return undefined
  const [organizers, categories, tags] = readLinks(page, slot)
  const flags = page.flags[slot] ?? 0
  return {
    id,
    uid: binaryString(uidBytes(page, slot)),
    slug: slugAt(page, slot),
    status,
    author: page.author[slot] ?? 0,
    date: wallOfSeconds(page.date[slot] ?? 0),
    start: wallOfSeconds(page.start[slot] ?? 0),
    startMs: page.startMs[slot] ?? 0,
    endMs: page.endMs[slot] ?? 0,
    allDay: (flags & ALL_DAY) !== 0,
    featured: (flags & FEATURED) !== 0,
    hideFromListings: (flags & HIDDEN) !== 0,
    hasPassword: (flags & LOCKED) !== 0,
    venue: page.venue[slot] ?? 0,
    organizers,
    categories,
    tags,
    parent: page.parent[slot] ?? 0,
    image: page.image[slot] ?? 0,
  }
}

export function cidAt({ digests }: EventPage, slot: number): CID {
  return dagCborCid(digests.slice(slot * CID_DIGEST_BYTES, (slot + 1) * CID_DIGEST_BYTES))
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
    const ids: number[] = []
    const end = at + 1 + (links[at] ?? 0)
    for (at += 1; at < end; at += 1) ids.push(links[at] ?? 0)
    return ids
  }
  return [next(), next(), next()]
}

/** Calls `tell` for each link: organizers as `posts`, categories and tags as `terms`. */
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

const ENCODER = new TextEncoder()
const NO_LINKS = new Uint32Array(0)
const NO_BYTES = new Uint8Array(0)

/** The page with one row replaced, or removed. */
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
    links: links.length - listLength(page.linkEnds, slot),
    slug: slug.length - listLength(page.slugEnds, slot),
  }
  const made = resizedPage(page.bytes, {
    linkCount: page.links.length + grown.links,
    slugsBytes: page.slugs.length + grown.slug,
    height,
  })
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

/** Sets the digest of a record. Changes the page in place, so the page must not be shared yet. */
export function writeDigest(page: EventPage, slot: number, cid: CID): void {
  page.digests.set(cid.multihash.digest.subarray(0, CID_DIGEST_BYTES), slot * CID_DIGEST_BYTES)
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
  page.flags[slot] =
    (row.featured ? FEATURED : 0) |
    (row.hideFromListings ? HIDDEN : 0) |
    (row.hasPassword ? LOCKED : 0) |
    (row.allDay ? ALL_DAY : 0)
  page.uids.set(ENCODER.encode(row.uid).subarray(0, UID_BYTES), slot * UID_BYTES)
  if (cid) writeDigest(page, slot, cid)
}

/** Length of one of the concatenated lists. */
function listLength(ends: Uint32Array, slot: number): number {
  return (ends[slot] ?? 0) - (ends[slot - 1] ?? 0)
}

interface Splice<T> {
  readonly from: T
  readonly ends: Uint32Array
  readonly slot: number
  readonly put: T
}

/** Copies all lists, with one replaced. */
function splice<T extends Uint8Array | Uint32Array>(into: T, { from, ends, slot, put }: Splice<T>): void {
  const start = ends[slot - 1] ?? 0
  into.set(from.subarray(0, start))
  into.set(put, start)
  into.set(from.subarray(ends[slot]), start + put.length)
}
