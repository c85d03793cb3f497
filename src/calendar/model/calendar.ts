import type { CID } from '../../codec/cid/cid.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { WallText } from '../time/wall-clock.ts'
import type { Zone } from '../time/zone.ts'
import type { Collection, Records, Uid } from './records.ts'
import type { Rows } from './rows.ts'
import type { EventSelection, PostSelection, Selected } from './selection.ts'

/** A record with the integer id that this node gave it. */
export interface Item<C extends Collection> {
  readonly id: number
  readonly record: Records[C]
}

/** One state of the calendar, which does not change while it is read. */
export interface CalendarView {
  /** The commit this is the state of; absent in a calendar that was never written. */
  readonly head: CID | undefined
  /** True when the view shows records as published that no commit has published yet. */
  readonly hasDue: boolean
  /** Reads record blocks, in the order asked for; those that do not exist are left out. */
  read<C extends Collection>(
    collection: C,
    ids: readonly number[],
    options?: AbortOptions,
  ): Promise<readonly Item<C>[]>
  row<C extends Collection>(collection: C, id: number): Rows[C] | undefined
  /** All rows by ascending id. Meant for the small collections; lists of events go through a selection. */
  rows<C extends Collection>(collection: C): Iterable<Rows[C]>
  /** Among what is not in the trash; of several drafts with one slug, the oldest. */
  idBySlug(collection: Collection, slug: string): number | undefined
  idByUid(collection: Collection, uid: Uid): number | undefined
  /** The collection an id of an event, venue, organizer or image belongs to: they share one sequence. */
  collectionOf(id: number): 'events' | 'venues' | 'organizers' | 'images' | undefined
  /** Ids of what waits for its moment (status `future`), ascending: no row is looked at for it. */
  scheduled(collection: 'events' | 'venues' | 'organizers'): Iterable<number>
  selectEvents(selection: EventSelection, options?: AbortOptions): Promise<Selected>
  selectPosts(
    collection: 'venues' | 'organizers',
    selection: PostSelection,
    options?: AbortOptions,
  ): Promise<Selected>
  /** Published events with the term, also those that have a password: the `count` of categories and tags. */
  countOf(collection: 'categories' | 'tags', id: number): number
  /** Ids of the events linked to a venue, an organizer, a term or an image. */
  eventsOf(collection: Exclude<Collection, 'events'>, id: number): Iterable<number>
}

/** A view that can be changed; it shows its own changes at once. */
export interface CalendarDraft extends CalendarView {
  /** Gives the record its uid and the next id, and returns the id. */
  create<C extends Collection>(collection: C, record: Omit<Records[C], 'uid'>): number
  replace<C extends Collection>(collection: C, id: number, record: Records[C]): void
  /** Terms only: other records go to the trash instead. Events that name it need no change: its uid is no link any more. */
  remove(collection: 'categories' | 'tags', id: number): void
  uidOf(collection: Collection, id: number): Uid
}

export interface WriteOptions extends AbortOptions {
  /** Login of who writes, for the commit. */
  readonly author: string
}

/** A record that the caller will read: its block is on its way while it is asked whether others have written. */
export interface Prefetch {
  readonly collection: Collection
  readonly id: number
}

/** A time, and the zone in which the dates of records are read. */
export interface Moment {
  readonly nowMs: number
  readonly siteZone: Zone
}

export interface ViewOptions extends AbortOptions {
  readonly prefetch?: Prefetch | undefined
  /**
   * Shows what is scheduled (status `future`) and due at this moment as the commit will that publishes it. When
   * absent, the view shows the state as it was committed.
   */
  readonly at?: Moment | undefined
}

/** The calendar as a service: knows ports, and nothing of HTTP. */
export interface Calendar {
  /** The newest state, whoever wrote it. */
  view(options?: ViewOptions): Promise<CalendarView>
  /** The first date, in site time, that a scheduled record waits for; `undefined` when none waits. */
  nextDate(options?: AbortOptions): Promise<WallText | undefined>
  /**
   * The history: commits from the given one, or from the head, back to the first. One block is read for each, as
   * it is asked for; a caller that stops early has read no more.
   */
  commits(from?: CID, options?: AbortOptions): AsyncIterable<HeldCommit>
  /**
   * Makes one commit of all that `plan` changes, and returns what `plan` returned. `plan` runs again on the
   * newer state when another writer was faster, so it must have no other effect. Nothing is written when it
   * throws or changes nothing. Blocks first, then head, ids and indexes in one batch.
   *
   * Writers of one storage take turns, and the others wait while `plan` runs: whatever is slow comes before. The
   * caller holds the content lock (`repo.whileAdding`): the calendar does not take it.
   *
   * Throws `too-large` for more than 1,000 changes, `failed-precondition` when others were faster too often.
   */
  write<T>(plan: (draft: CalendarDraft) => Promise<T>, options: WriteOptions): Promise<T>
  /**
   * Calls `listener` after each commit that this calendar makes, under the content lock of who wrote; `write` resolves
   * after it. The commit is made by then, so a listener deals with its own failures: it must not reject.
   */
  onCommit(listener: (options: AbortOptions) => Promise<void>): void
}

/** What a commit did to one record: `before` is absent for a new one, `after` for one that was removed. */
export interface Change {
  readonly collection: Collection
  readonly uid: Uid
  readonly before: CID | undefined
  readonly after: CID | undefined
}

/** One accepted write. */
export interface Commit {
  /** Absent in the first. */
  readonly prev: CID | undefined
  /** 1 for the first, and one more with each. */
  readonly height: number
  /** Milliseconds since 1970, by the clock of the node that wrote it. */
  readonly time: number
  /** Login of who wrote. */
  readonly author: string
  /** By collection and uid, each record once. */
  readonly changes: readonly Change[]
  /** Root of the search tree over all records after it. */
  readonly state: CID
}

/** Records that one commit may change: a bigger write is refused, imports come in batches. */
export const MAX_CHANGES = 1000

export const COLLECTIONS: readonly Collection[] = [
  'events',
  'venues',
  'organizers',
  'categories',
  'tags',
  'images',
]

/** A commit and its own CID. */
export interface HeldCommit {
  readonly cid: CID
  readonly commit: Commit
}
