import type { CalendarItem } from '../../model/calendar.ts'
import type { PostRecord, Uid } from '../../model/records.ts'
import { mayList } from '../../rules/rights.ts'
import type { WireEvent } from '../../wire.ts'
import { openedEvents } from '../authenticate.ts'
import type { Scope } from '../scope.ts'
import { printEvent } from './print-event.ts'
import { printedPlaces, printOrganizer, printVenue } from './print-places.ts'
import type { LinkedRecords } from './print-post.ts'
import { refuseLongPage } from './refuse-long-page.ts'
import { shortened } from './shorten-texts.ts'

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

/**
 * Reads and prints records in the order of `ids`. Linked records are read once for all of them. A damaged record is
 * left out; a single venue or organizer throws `corrupt`.
 */
export async function printPosts(
  collection: 'events' | 'venues' | 'organizers',
  ids: readonly number[],
  { scope, isSingle, isOpen, password }: PrintPostsOptions,
): Promise<readonly object[]> {
  const { view, signal } = scope
  const none = { venues: [], organizers: [] }
  const reading = { signal, skipsDamaged: !isSingle }
  if (collection === 'venues') {
    const items = await view.read('venues', ids, reading)
    const linked = await readLinked(scope, {
      ...none,
      images: items.flatMap(({ record }) => imageOf(record)),
    })
    refuseLongPage(items)
    return items.map((item) => printVenue(item, { scope, linked, isSingle }))
  }
  if (collection === 'organizers') {
    const items = await view.read('organizers', ids, reading)
    const linked = await readLinked(scope, {
      ...none,
      images: items.flatMap(({ record }) => imageOf(record)),
    })
    refuseLongPage(items)
    return items.map((item) => printOrganizer(item, { scope, linked, isSingle }))
  }
  return printEvents(ids, { scope, isSingle, isOpen, password })
}

/** Reads and prints events in the order of `ids`, without damaged ones. */
export async function printEvents(
  ids: readonly number[],
  { scope, isSingle, isOpen, password, hasShortTexts = false }: PrintPostsOptions,
): Promise<readonly WireEvent[]> {
  const shown = <T extends { readonly record: PostRecord }>(item: T): T =>
    hasShortTexts ? shortened(item) : item
  const read = await scope.view.read('events', ids, { signal: scope.signal, skipsDamaged: true })
  const items = read.map(shown)
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
  const items = ids.length === 0 ? [] : await view.read(collection, ids, { signal, skipsDamaged: true })
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
