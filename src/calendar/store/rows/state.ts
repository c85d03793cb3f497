import type { CID } from '../../../codec/cid/cid.ts'
import type { Collection } from '../../model/records.ts'
import type { Head } from '../commits/head-and-log.ts'
import { hashedKey } from '../indexes/ids.ts'
import { type Links, NO_LINKS, withLinks } from '../indexes/postings.ts'
import { EMPTY_LIST, inserted, removed, type SortedList } from '../indexes/sorted-list.ts'
import { EMPTY_ORDER, type StartOrder, withMovedEvent } from '../indexes/start-order.ts'
import { PAGE_IDS } from './event-page.ts'
import { type EventTable, eventTable } from './event-table.ts'
import { emptyRowTable, type RowEntry, type SmallCollection, type Table } from './row-table.ts'

export type Tables = { readonly [C in Collection]: Table<C> }
export type SortedKeys = { readonly [C in Collection]: SortedList }
/** Indexes that are built on first use: the first list needs none. */
export type LazyKeys = { readonly [C in Collection]: () => SortedList }

/** The rows and indexes of one state of the calendar. Immutable: a change makes a new state. */
export interface CalendarState {
  readonly head: Head | undefined
  readonly tables: Tables
  /** The same table as `tables.events`, with access to its columns. */
  readonly events: EventTable
  /** All events by local start, then publication date, then id. */
  readonly byStart: StartOrder
  /** Indexes by hash of the slug and of the uid: see {@link hashedKey}. */
  readonly slugs: LazyKeys
  readonly uids: LazyKeys
  readonly links: Links
  /** Ids of records with the status `future`. */
  readonly scheduled: SortedKeys
}

export interface EntryChange<C extends Collection> {
  readonly id: number
  /** Absent when the row is removed. */
  readonly entry: RowEntry<C> | undefined
  /** Height of the commit that makes the change. */
  readonly height: number
}

const NO_KEYS: SortedKeys = {
  events: EMPTY_LIST,
  venues: EMPTY_LIST,
  organizers: EMPTY_LIST,
  categories: EMPTY_LIST,
  tags: EMPTY_LIST,
  images: EMPTY_LIST,
}

const none = () => EMPTY_LIST

const NO_LAZY_KEYS: LazyKeys = {
  events: none,
  venues: none,
  organizers: none,
  categories: none,
  tags: none,
  images: none,
}

export function emptyState(): CalendarState {
  const events = eventTable([])
  return {
    head: undefined,
    events,
    tables: {
      events,
      venues: emptyRowTable(),
      organizers: emptyRowTable(),
      categories: emptyRowTable(),
      tags: emptyRowTable(),
      images: emptyRowTable(),
    },
    byStart: EMPTY_ORDER,
    slugs: NO_LAZY_KEYS,
    uids: NO_LAZY_KEYS,
    links: NO_LINKS,
    scheduled: NO_KEYS,
  }
}

/** The state after one row was added, replaced or removed. */
export function withEntry<C extends Collection>(
  state: CalendarState,
  collection: C,
  change: EntryChange<C>,
): CalendarState {
  const made = CHANGES[collection](state, change)
  const [was, is] = [isScheduled(state, collection, change.id), isScheduled(made, collection, change.id)]
  if (was === is) return made
  const list = made.scheduled[collection]
  const probe = (held: number) => held - change.id
  const changed = is ? inserted(list, change.id, probe) : removed(list, change.id, probe)
  return { ...made, scheduled: { ...made.scheduled, [collection]: changed } }
}

function isScheduled({ tables }: CalendarState, collection: Collection, id: number): boolean {
  const row = tables[collection].row(id)
  return row !== undefined && 'status' in row && row.status === 'future'
}

/** The state with the CID of a new record. */
export function withRecordCid(
  state: CalendarState,
  collection: Collection,
  { id, cid }: { readonly id: number; readonly cid: CID },
): CalendarState {
  if (collection === 'events') {
    const events = state.events.withCid(id, cid)
    return { ...state, events, tables: { ...state.tables, events } }
  }
  const table = state.tables[collection].withCid(id, cid)
  return { ...state, tables: { ...state.tables, [collection]: table } }
}

type ChangeOf<C extends Collection> = (state: CalendarState, change: EntryChange<C>) => CalendarState

const CHANGES: { readonly [C in Collection]: ChangeOf<C> } = {
  events: withEvent,
  venues: withSmall('venues'),
  organizers: withSmall('organizers'),
  categories: withSmall('categories'),
  tags: withSmall('tags'),
  images: withSmall('images'),
}

function withEvent(state: CalendarState, { id, entry, height }: EntryChange<'events'>): CalendarState {
  const before = state.events.row(id)
  const events = state.events.with(id, entry, height)
  const after = entry?.row
  return {
    ...state,
    events,
    byStart: withMovedEvent(state.byStart, located(state.events, id), located(events, id)),
    tables: { ...state.tables, events },
    links: withLinks(state.links, before, after),
    ...withKeys(state, 'events', { id, before: state.events, after: events }),
  }
}

function located({ pages }: EventTable, id: number) {
  const page = pages[Math.floor(id / PAGE_IDS)]
  return page?.status[id % PAGE_IDS] ? { page, id } : undefined
}

function withSmall<C extends SmallCollection>(collection: C): ChangeOf<C> {
  return (state, { id, entry, height }) => {
    const before: Table<C> = state.tables[collection]
    const after = before.with(id, entry, height)
    return {
      ...state,
      tables: { ...state.tables, [collection]: after },
      ...withKeys(state, collection, { id, before, after }),
    }
  }
}

interface KeyChange {
  readonly id: number
  readonly before: Pick<Table<Collection>, 'slugBytes' | 'uidBytes'>
  readonly after: Pick<Table<Collection>, 'slugBytes' | 'uidBytes'>
}

function withKeys(
  { slugs, uids }: CalendarState,
  collection: Collection,
  { id, before, after }: KeyChange,
): Pick<CalendarState, 'slugs' | 'uids'> {
  const slug = { id, before: before.slugBytes(id), after: after.slugBytes(id) }
  const uid = { id, before: before.uidBytes(id), after: after.uidBytes(id) }
  const [bySlug, byUid] = [rekeyed(slugs[collection](), slug), rekeyed(uids[collection](), uid)]
  return {
    slugs: { ...slugs, [collection]: () => bySlug },
    uids: { ...uids, [collection]: () => byUid },
  }
}

interface TextChange {
  readonly id: number
  readonly before: Uint8Array | undefined
  readonly after: Uint8Array | undefined
}

/** Updates the index for one text. Empty texts are not indexed. */
function rekeyed(list: SortedList, { id, before, after }: TextChange): SortedList {
  const was = before?.byteLength ? hashedKey(before, id) : undefined
  const is = after?.byteLength ? hashedKey(after, id) : undefined
  if (was === is) return list
  const rest = was === undefined ? list : removed(list, was, (held) => held - was)
  return is === undefined ? rest : inserted(rest, is, (held) => held - is)
}
