import type { AbortOptions } from '../../../ports/abort.ts'
import type { Datastore } from '../../../ports/datastore.ts'
import { prefixRange } from '../../../state/keys.ts'
import type { Collection } from '../../model/records.ts'
import { STATUSES } from '../../model/status.ts'
import type { Head } from '../commits/head-and-log.ts'
import { hashedKey } from '../indexes/ids.ts'
import { collectLinks, type LinkCollector, type Links } from '../indexes/postings.ts'
import { type SortedList, sortedList } from '../indexes/sorted-list.ts'
import { startOrder } from '../indexes/start-order.ts'
import { type EventPage, LOCKED, openEventPage, PAGE_IDS } from './event-page.ts'
import { eachLink, slugBytes, uidBytes } from './event-row.ts'
import { type EventTable, eventTable } from './event-table.ts'
import { pageOfKey, readPages, rowsPrefix } from './keys.ts'
import { emptyRowTable, type SmallCollection, type Table } from './row-table.ts'
import { type CalendarState, emptyState, type LazyKeys, type SortedKeys, type Tables } from './state.ts'

/** Loads a whole state from the rows in the Datastore. They may be newer than the head, so the caller catches up. */
export async function loadState(
  datastore: Pick<Datastore, 'range'>,
  head: Head | undefined,
  options: AbortOptions = {},
): Promise<CalendarState> {
  if (!head) return emptyState()
  const small = <C extends SmallCollection>(collection: C) => loadRows(datastore, collection, options)
  const [{ pages, links }, venues, organizers, categories, tags, images] = await Promise.all([
    loadEvents(datastore, head, options),
    small('venues'),
    small('organizers'),
    small('categories'),
    small('tags'),
    small('images'),
  ])
  const events = eventTable(pages)
  const tables: Tables = { events, venues, organizers, categories, tags, images }
  return {
    head,
    events,
    tables,
    byStart: startOrder(events),
    slugs: keysOf(
      tables,
      () => eventKeys(events, slugBytes),
      (table, id) => table.slugBytes(id),
    ),
    uids: keysOf(
      tables,
      () => eventKeys(events, uidBytes),
      (table, id) => table.uidBytes(id),
    ),
    links,
    scheduled: scheduledIn(tables, pages),
  }
}

interface LoadedEvents {
  /** Pages by number. */
  readonly pages: readonly (EventPage | undefined)[]
  readonly links: Links
}

/** Pages in one read: some 400 KB. */
const PAGES_OF_READ = 64

/** Collects links from the columns while the next pages are being read: 100,000 events have half a million links. */
async function loadEvents(
  datastore: Pick<Datastore, 'range'>,
  head: Head,
  options: AbortOptions,
): Promise<LoadedEvents> {
  const pages: (EventPage | undefined)[] = []
  const gathered = collectLinks()
  const wanted = {
    prefix: rowsPrefix('events'),
    lastPage: Math.floor(head.nextPost / PAGE_IDS),
    ofRead: PAGES_OF_READ,
  }
  for await (const stored of readPages(datastore, wanted, options)) {
    for (const [number, bytes] of stored) {
      const page = openEventPage(bytes)
      pages[number] = page
      addLinks(gathered, number, page)
    }
  }
  return { pages: Array.from(pages), links: gathered.links() }
}

function addLinks(gathered: LinkCollector, number: number, page: EventPage): void {
  for (let slot = 0; slot < PAGE_IDS; slot += 1) {
    if (!page.status[slot]) continue
    gathered.begin(number * PAGE_IDS + slot, {
      isPublished: page.status[slot] === 1,
      hasPassword: ((page.flags[slot] ?? 0) & LOCKED) !== 0,
    })
    gathered.add('posts', page.venue[slot] ?? 0)
    gathered.add('posts', page.image[slot] ?? 0)
    eachLink(page, slot, gathered.add)
  }
}

async function loadRows<C extends SmallCollection>(
  datastore: Pick<Datastore, 'range'>,
  collection: C,
  options: AbortOptions,
): Promise<Table<C>> {
  let table: Table<C> = emptyRowTable()
  for await (const [key, value] of datastore.range(prefixRange(rowsPrefix(collection)), options)) {
    table = table.withPage(pageOfKey(key), value)
  }
  return table
}

function keysOf(tables: Tables, ofEvents: () => SortedList, bytesOf: BytesOf): LazyKeys {
  const keysIn = (collection: SmallCollection): SortedList => {
    const table = tables[collection]
    const hashed: number[] = []
    for (const id of table.ids()) {
      const bytes = bytesOf(table, id)
      if (bytes?.byteLength) hashed.push(hashedKey(bytes, id))
    }
    return sortedList(Float64Array.from(hashed).sort())
  }
  const keys = (collection: SmallCollection) => once(() => keysIn(collection))
  return {
    events: once(ofEvents),
    venues: keys('venues'),
    organizers: keys('organizers'),
    categories: keys('categories'),
    tags: keys('tags'),
    images: keys('images'),
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

type BytesOf = (
  table: Pick<Table<Collection>, 'slugBytes' | 'uidBytes'>,
  id: number,
) => Uint8Array | undefined

function eventKeys(
  { pages, size }: EventTable,
  bytesOf: (page: EventPage, slot: number) => Uint8Array,
): SortedList {
  const hashed = new Float64Array(size)
  let count = 0
  for (const [number, page] of pages.entries()) {
    for (let slot = 0; page && slot < PAGE_IDS; slot += 1) {
      const bytes = page.status[slot] ? bytesOf(page, slot) : undefined
      if (!bytes?.byteLength) continue
      hashed[count] = hashedKey(bytes, number * PAGE_IDS + slot)
      count += 1
    }
  }
  return sortedList(hashed.subarray(0, count).sort())
}

function scheduledIn(tables: Tables, pages: readonly (EventPage | undefined)[]): SortedKeys {
  const events: number[] = []
  for (const [number, page] of pages.entries()) {
    for (
      let slot = page?.status.indexOf(FUTURE) ?? -1;
      slot >= 0;
      slot = page?.status.indexOf(FUTURE, slot + 1) ?? -1
    ) {
      events.push(number * PAGE_IDS + slot)
    }
  }
  const posts = (collection: 'venues' | 'organizers') => {
    const ids = [...tables[collection].ids()].filter((id) => tables[collection].row(id)?.status === 'future')
    return sortedList(Float64Array.from(ids))
  }
  return {
    ...emptyState().scheduled,
    events: sortedList(Float64Array.from(events)),
    venues: posts('venues'),
    organizers: posts('organizers'),
  }
}

const FUTURE = STATUSES.indexOf('future') + 1
