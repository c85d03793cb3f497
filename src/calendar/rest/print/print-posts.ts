import type { CalendarItem } from '../../model/calendar.ts'
import type { EventRecord } from '../../model/event.ts'
import type { PostRecord, Uid } from '../../model/records.ts'
import { mayList } from '../../rules/rights.ts'
import type { WireEvent } from '../../wire.ts'
import { openedEvents } from '../authenticate.ts'
import { restError } from '../rest-error.ts'
import type { Scope } from '../scope.ts'
import { printEvent } from './print-event.ts'
import { printedPlaces, printOrganizer, printVenue } from './print-places.ts'
import type { LinkedRecords } from './print-post.ts'

export interface PrintPostsOptions {
  readonly scope: Scope
  readonly isSingle: boolean
  /** True when passwords need no check: one was sent already, or the actor has just written the event. */
  readonly isOpen: boolean
  /** The password sent with a list. It opens the events that have it. */
  readonly password?: unknown
  /** Cuts descriptions and excerpts, also of venues and organizers, to their beginnings. */
  readonly hasShortTexts?: boolean | undefined
}

/** Reads and prints records in the order of `ids`. Linked records are read once for all of them. */
export async function printPosts(
  collection: 'events' | 'venues' | 'organizers',
  ids: readonly number[],
  { scope, isSingle, isOpen, password }: PrintPostsOptions,
): Promise<readonly object[]> {
  const { view, signal } = scope
  const none = { venues: [], organizers: [] }
  if (collection === 'venues') {
    const items = await view.read('venues', ids, { signal })
    const linked = await readLinked(scope, {
      ...none,
      images: items.flatMap(({ record }) => imageOf(record)),
    })
    refuseLongPage(items)
    return items.map((item) => printVenue(item, { scope, linked, isSingle }))
  }
  if (collection === 'organizers') {
    const items = await view.read('organizers', ids, { signal })
    const linked = await readLinked(scope, {
      ...none,
      images: items.flatMap(({ record }) => imageOf(record)),
    })
    refuseLongPage(items)
    return items.map((item) => printOrganizer(item, { scope, linked, isSingle }))
  }
  return printEvents(ids, { scope, isSingle, isOpen, password })
}

/** Reads and prints events in the order of `ids`. */
export async function printEvents(
  ids: readonly number[],
  { scope, isSingle, isOpen, password, hasShortTexts = false }: PrintPostsOptions,
): Promise<readonly WireEvent[]> {
  const shown = <T extends { readonly record: PostRecord }>(item: T): T =>
    hasShortTexts ? shortened(item) : item
  const items = (await scope.view.read('events', ids, { signal: scope.signal })).map(shown)
  const whole = await readLinked(scope, {
    venues: items.flatMap(({ record: { venue } }) => (venue === null ? [] : [venue])),
    organizers: items.flatMap(({ record: { organizers } }) => organizers),
    images: items.flatMap(({ record }) => imageOf(record)),
  })
  const linked = {
    ...whole,
    venues: new Map([...whole.venues].map(([uid, item]) => [uid, shown(item)])),
    organizers: new Map([...whole.organizers].map(([uid, item]) => [uid, shown(item)])),
  }
  refuseLongPage(items, linked)
  const opened = isOpen ? undefined : await openedEvents(items, { shown: password, scope })
  const places = printedPlaces(linked, { scope, isSingle })
  return items.map((item) =>
    printEvent(item, { scope, linked, places, isSingle, isOpen: opened?.has(item.id) ?? true }),
  )
}

/** Characters of a text that is shown in short. */
const SHORT_TEXT = 1000

/** A record whose description and excerpt are cut to their beginnings. */
export function shortened<T extends { readonly record: PostRecord }>(item: T): T {
  const { description, excerpt } = item.record
  if (Math.max(description.length, excerpt.length) <= SHORT_TEXT) return item
  const record = { ...item.record, description: beginningOf(description), excerpt: beginningOf(excerpt) }
  return { ...item, record }
}

function beginningOf(text: string): string {
  return text.length <= SHORT_TEXT
    ? text
    : `${text
        .slice(0, SHORT_TEXT)
        .replace(/<[^<>]*$/, '')
        .toWellFormed()}…`
}

/** Characters of the records on one page, each counted as often as it is printed. */
const MOST_CHARACTERS = 16 * 1024 * 1024

/**
 * Throws `too-large` for records that would make a longer response: an event shows its organizers in full, so that a
 * few long ones could be printed thousands of times.
 */
function refuseLongPage(
  items: readonly { readonly record: PostRecord & Partial<Pick<EventRecord, 'venue' | 'organizers'>> }[],
  linked?: Pick<LinkedRecords, 'venues' | 'organizers'>,
): void {
  const lengths = new Map<object, number>()
  const lengthOf = (record: object | undefined): number => {
    if (!record) return 0
    const length = lengths.get(record) ?? charactersOf(record)
    lengths.set(record, length)
    return length
  }
  let total = 0
  for (const { record } of items) {
    const { venue, organizers = [] } = record
    total += lengthOf(record) + lengthOf(linked?.venues.get(venue ?? '')?.record)
    for (const uid of organizers) total += lengthOf(linked?.organizers.get(uid)?.record)
    if (total <= MOST_CHARACTERS) continue
    const message = `The response would have over ${MOST_CHARACTERS} characters. Ask for fewer items per page.`
    throw restError('rest_response_too_large', message, { status: 413 })
  }
}

function charactersOf(record: object): number {
  return Object.values(record).reduce<number>(
    (sum, value) => sum + printedLength(typeof value === 'string' ? value : JSON.stringify(value)),
    0,
  )
}

/** Characters that a long text may have in a response, where `<` is written as `&lt;`, and `"` as `&#8221;`. */
function printedLength(text: string): number {
  if (text.length < LONG_TEXT) return text.length
  let added = 0
  for (const character of text) if (WRITTEN_LONGER.includes(character)) added += MOST_ADDED
  return text.length + added
}

const LONG_TEXT = 10_000
const WRITTEN_LONGER = '<&"\'`\n-'
/** A line end may become the tags of a paragraph. */
const MOST_ADDED = 7

export interface LinkedUids {
  readonly venues: readonly Uid[]
  readonly organizers: readonly Uid[]
  readonly images: readonly Uid[]
}

/**
 * Reads the records that a page links to. Leaves out trashed venues and organizers, and those that lists do not
 * show to the actor, so that an event reveals nothing of them.
 */
export async function readLinked(scope: Scope, links: LinkedUids): Promise<LinkedRecords> {
  const [venues, organizers] = await Promise.all([
    readByUid(scope, { collection: 'venues', uids: links.venues }),
    readByUid(scope, { collection: 'organizers', uids: links.organizers }),
  ])
  const shown = [...venues.values(), ...organizers.values()].flatMap(({ record }) => imageOf(record))
  const images = await readByUid(scope, { collection: 'images', uids: [...links.images, ...shown] })
  return { venues: visible(scope, venues), organizers: visible(scope, organizers), images }
}

async function readByUid<C extends 'venues' | 'organizers' | 'images'>(
  { view, signal }: Scope,
  { collection, uids }: { readonly collection: C; readonly uids: readonly Uid[] },
): Promise<ReadonlyMap<Uid, CalendarItem<C>>> {
  const ids = [...new Set(uids)].map((uid) => view.idByUid(collection, uid)).filter((id) => id !== undefined)
  const items = ids.length === 0 ? [] : await view.read(collection, ids, { signal })
  return new Map(items.map((item) => [uidIn(item.record), item]))
}

const uidIn = ({ uid }: { readonly uid: Uid }) => uid

function visible<T extends { readonly record: PostRecord }>(
  { actor }: Scope,
  items: ReadonlyMap<Uid, T>,
): ReadonlyMap<Uid, T> {
  const seen = [...items].filter(([, { record }]) => record.status !== 'trash' && mayList(actor, record))
  return new Map(seen)
}

export function imageOf({ image }: Pick<PostRecord, 'image'>): readonly Uid[] {
  return image === null ? [] : [image]
}
