import { equalBytes } from '../../../codec/bytes/bytes.ts'
import { DomainError } from '../../../errors.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { CalendarItem, CalendarView, ReadRecordsOptions } from '../../model/calendar.ts'
import type { Collection } from '../../model/records.ts'
import type { Rows } from '../../model/rows.ts'
import { UNPUBLISHED } from '../../model/status.ts'
import { hashedKey, idOfHashedKey, MAX_ID } from '../indexes/ids.ts'
import { postingOf } from '../indexes/postings.ts'
import { selectEvents, selectPosts } from '../indexes/select.ts'
import { lowerPlace, numbersFrom, type SortedList } from '../indexes/sorted-list.ts'
import type { TextTable } from '../texts/text-table.ts'
import { LOCKED, PAGE_IDS } from './event-page.ts'
import type { IntactReader } from './intact-reader.ts'
import type { RecordReader } from './record-reader.ts'
import type { CalendarState } from './state.ts'

export interface CreateViewOptions {
  readonly readRecord: RecordReader
  readonly readIntact: IntactReader
  /** The state to show. For a draft, it differs after each change. */
  readonly state: () => CalendarState
  /** The folded texts of that state. */
  readonly texts: (options: AbortOptions) => Promise<TextTable>
}

/** Creates a {@link CalendarView} of a state. */
export function createView({ readRecord, readIntact, state, texts }: CreateViewOptions): CalendarView {
  const rows = function* <C extends Collection>(collection: C): Generator<Rows[C], void> {
    const table = state().tables[collection]
    for (const id of table.ids()) {
      const row = table.row(id)
      if (row) yield row
    }
  }

  return {
    get head() {
      return state().head?.commit
    },
    hasDue: false,
    async read<C extends Collection>(
      collection: C,
      ids: readonly number[],
      { skipsDamaged = false, ...options }: ReadRecordsOptions = {},
    ) {
      const table = state().tables[collection]
      const items = ids.map(async (id): Promise<CalendarItem<C> | undefined> => {
        const cid = table.cid(id)
        if (!cid) return undefined
        const record = skipsDamaged
          ? await readIntact(collection, { id, cid }, options)
          : await readRecord(collection, cid, options)
        return record && { id, record }
      })
      return (await Promise.all(items)).filter((item) => item !== undefined)
    },
    row: (collection, id) => state().tables[collection].row(id),
    rows,
    idBySlug: (collection, slug) => idBySlug(state(), collection, slug),
    idByUid: (collection, uid) => idByUid(state(), collection, uid),
    collectionOf: (id) => POSTS.find((collection) => state().tables[collection].uidBytes(id)),
    scheduled: (collection) => numbersFrom(state().scheduled[collection], FIRST_PLACE),
    async selectEvents(selection, options = {}) {
      checkPage(selection)
      const { text, orderBy } = selection
      const isAboutTexts = text !== undefined || orderBy === 'title'
      return selectEvents(state(), selection, { texts: isAboutTexts ? await texts(options) : undefined })
    },
    async selectPosts(collection, selection) {
      checkPage(selection)
      return selectPosts(state(), collection, selection)
    },
    countOf: (_, id) => postingOf(state().links.terms, id).published,
    eventsOf(collection, id) {
      const { posts, terms } = state().links
      return postingOf(collection === 'categories' || collection === 'tags' ? terms : posts, id).ids
    },
    protectedEvents: () => protectedEvents(state()),
  }
}

function* protectedEvents({ events: { pages } }: CalendarState): Generator<number, void> {
  for (const [number, page] of pages.entries()) {
    for (const [slot, flags] of page?.flags.entries() ?? []) {
      if (page?.status[slot] && (flags & LOCKED) !== 0) yield number * PAGE_IDS + slot
    }
  }
}

const FIRST_PLACE = { chunk: 0, at: 0 }

const POSTS = ['events', 'venues', 'organizers', 'images'] as const

function checkPage({ offset, limit }: { readonly offset: number; readonly limit: number }): void {
  if (offset >= 0 && limit >= 0) return
  throw new DomainError('invalid-argument', `Cannot select: page of ${limit} from ${offset}`)
}

const ENCODER = new TextEncoder()

/** The oldest record with the slug among those of the best rank. */
function idBySlug(state: CalendarState, collection: Collection, slug: string): number | undefined {
  const bytes = ENCODER.encode(slug)
  let best: { readonly id: number; readonly rank: number } | undefined
  for (const id of idsHashedAs(state.slugs[collection](), bytes)) {
    const held = state.tables[collection].slugBytes(id)
    if (!held || !equalBytes(held, bytes)) continue
    const rank = slugRank(state, collection, id)
    if (rank === 0) return id
    if (!best || rank < best.rank) best = { id, rank }
  }
  return best?.id
}

/** Drafts keep any slug, and records in the trash gave theirs up: neither hides the record that has the slug. */
function slugRank({ tables }: CalendarState, collection: Collection, id: number): number {
  const row = tables[collection].row(id)
  if (row === undefined || !('status' in row)) return 0
  if (row.status === 'trash') return 2
  return UNPUBLISHED.includes(row.status) ? 1 : 0
}

export function idByUid(state: CalendarState, collection: Collection, uid: string): number | undefined {
  const bytes = ENCODER.encode(uid)
  for (const id of idsHashedAs(state.uids[collection](), bytes)) {
    const held = state.tables[collection].uidBytes(id)
    if (held && equalBytes(held, bytes)) return id
  }
  return undefined
}

/** Ids whose text has the same hash, ascending. */
function* idsHashedAs(list: SortedList, bytes: Uint8Array): Generator<number, void> {
  const first = hashedKey(bytes, 0)
  for (const key of numbersFrom(
    list,
    lowerPlace(list, (held) => held - first),
  )) {
    if (key >= first + MAX_ID) return
    yield idOfHashedKey(key)
  }
}
