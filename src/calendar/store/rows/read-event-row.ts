import { type CID, dagCborCid } from '../../../codec/cid/cid.ts'
import type { EventRow } from '../../model/rows.ts'
import { STATUSES } from '../../model/status.ts'
import { wallOfSeconds } from '../indexes/wall-seconds.ts'
import { DIGEST_BYTES, type EventPage, FEATURED, HIDDEN, LOCKED, PAGE_IDS, UID_BYTES } from './event-page.ts'

const DECODER = new TextDecoder()

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
