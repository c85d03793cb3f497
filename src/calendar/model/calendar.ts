import type { CID } from '../../codec/cid/cid.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Zone } from '../time/zone.ts'
import type { Collection, Records, Uid } from './records.ts'
import type { Rows } from './rows.ts'
import type { EventSelection, PostSelection, Selected } from './selection.ts'

/** A record with the integer id that this node gave it. */
export interface CalendarItem<C extends Collection> {
  readonly id: number
  readonly record: Records[C]
}

export interface ReadRecordsOptions extends AbortOptions {
  /** True leaves out records whose block is damaged or not stored, and logs them. Else they throw `corrupt`. */
  readonly skipsDamaged?: boolean
}

/** One state of the calendar. It does not change while it is read. */
export interface CalendarView {
  /** The commit that produced this state; absent in a calendar that was never written. */
  readonly head: CID | undefined
  /** True when the view shows scheduled records as published although no commit has published them yet. */
  readonly hasDue: boolean
  /** Reads record blocks in the order of `ids`. Ids that do not exist are left out. */
  read<C extends Collection>(
    collection: C,
    ids: readonly number[],
    options?: ReadRecordsOptions,
  ): Promise<readonly CalendarItem<C>[]>
  row<C extends Collection>(collection: C, id: number): Rows[C] | undefined
  /** All rows by ascending id. Meant for the small collections; lists of events use `selectEvents`. */
  rows<C extends Collection>(collection: C): Iterable<Rows[C]>
  /**
   * The id of the record with the slug. Drafts may have the slug of another record: a record that was published
   * comes before drafts, these before the trash, and the oldest before others of its kind.
   */
  idBySlug(collection: Collection, slug: string): number | undefined
  idByUid(collection: Collection, uid: Uid): number | undefined
  /** The collection that an id belongs to. Events, venues, organizers and images share one sequence of ids. */
  collectionOf(id: number): 'events' | 'venues' | 'organizers' | 'images' | undefined
  /** Ids of scheduled records (status `future`), ascending. Answered from an index, without reading rows. */
  scheduled(collection: 'events' | 'venues' | 'organizers'): Iterable<number>
  selectEvents(selection: EventSelection, options?: AbortOptions): Promise<Selected>
  selectPosts(
    collection: 'venues' | 'organizers',
    selection: PostSelection,
    options?: AbortOptions,
  ): Promise<Selected>
  /**
   * Number of published events with the term, including those with a password: the `count` of categories and tags.
   */
  countOf(collection: 'categories' | 'tags', id: number): number
  /**
   * Ids of the events linked to a venue, an organizer, a term or an image. An event with a password is found by its
   * terms only.
   */
  eventsOf(collection: Exclude<Collection, 'events'>, id: number): Iterable<number>
  /** Ids of events with a password, ascending. Answered from a column: their rows do not have all links. */
  protectedEvents(): Iterable<number>
}

/** A view that can be changed. It shows its own changes at once. */
export interface CalendarDraft extends CalendarView {
  /** Gives the record its uid and the next id, and returns the id. */
  create<C extends Collection>(collection: C, record: Omit<Records[C], 'uid'>): number
  replace<C extends Collection>(collection: C, id: number, record: Records[C]): void
  /**
   * Removes a term; other records go to the trash instead. Events that refer to it need no change: references to an
   * unknown uid are ignored.
   */
  remove(collection: 'categories' | 'tags', id: number): void
  uidOf(collection: Collection, id: number): Uid
  /** How many further records the commit may change. */
  changesLeft(): number
}

export interface WriteOptions extends AbortOptions {
  /** Login of the writing user, for the commit. */
  readonly author: string
}

/** A record that the caller will read. Its block is loaded while the view checks for newer commits. */
export interface Prefetch {
  readonly collection: Collection
  readonly id: number
}

/** A time, and the zone of the site. */
export interface Moment {
  readonly nowMs: number
  readonly siteZone: Zone
}

export interface ViewOptions extends AbortOptions {
  readonly prefetch?: Prefetch | undefined
  /**
   * A time in milliseconds since 1970. Scheduled records (status `future`) that are due at it are shown as published,
   * exactly as the commit that publishes them will. When absent, the view shows the committed state.
   */
  readonly atMs?: number | undefined
}

/** The calendar service. It knows ports, and nothing of HTTP. */
export interface Calendar {
  /** The newest state, including commits of other processes. */
  view(options?: ViewOptions): Promise<CalendarView>
  /**
   * When to publish next, in milliseconds since 1970; `undefined` when nothing is scheduled. It is exact once the
   * date is past in the site's zone. Until then, it is the earliest date in that zone, which is answered without
   * rows and differs if the zone has changed since.
   */
  nextDueMs(moment: Moment, options?: AbortOptions): Promise<number | undefined>
  /**
   * The history: commits from `from`, or from the head, back to the first. Reads one block for each commit, lazily:
   * a caller that stops early has read no more.
   */
  commits(from?: CID, options?: AbortOptions): AsyncIterable<HeldCommit>
  /**
   * Makes one commit of all that `plan` changes, and returns the result of `plan`. When another writer was faster,
   * `plan` runs again on the newer state, so it must have no other effect. Nothing is written when it throws or
   * changes nothing. Blocks are written first, then head, ids and indexes in one batch.
   *
   * Writers of one storage take turns, and the others wait while `plan` runs: do slow work before the call. The
   * caller holds the content lock (`repo.whileAdding`): the calendar does not take it.
   *
   * Throws `too-large` for more than 1,000 changes, `failed-precondition` when other writers were faster too often.
   */
  write<T>(plan: (draft: CalendarDraft) => Promise<T>, options: WriteOptions): Promise<T>
  /**
   * Calls `listener` after each commit that this calendar makes; `write` resolves after it. The listener runs under
   * the content lock that the writer holds. The commit is already stored, so a listener must handle its own
   * failures and must not reject.
   */
  onCommit(listener: (options: AbortOptions) => Promise<void>): void
}

/** The change that a commit made to one record. `before` is absent for a new record, `after` for a removed one. */
export interface Change {
  readonly collection: Collection
  readonly uid: Uid
  readonly before: CID | undefined
  readonly after: CID | undefined
}

/** One accepted write. */
export interface Commit {
  /** The commit before; absent in the first. */
  readonly prev: CID | undefined
  /** 1 for the first commit, and one more for each next one. */
  readonly height: number
  /** Milliseconds since 1970, by the clock of the node that wrote the commit. */
  readonly time: number
  /** Login of the writing user. */
  readonly author: string
  /** Sorted by collection and uid, each record once. */
  readonly changes: readonly Change[]
  /** Root of the search tree over all records after the commit. */
  readonly state: CID
}

/**
 * Maximum number of records that one commit may change. A bigger write is refused; imports are split into batches.
 */
export const MAX_CHANGES = 1000

export const COLLECTIONS: readonly Collection[] = [
  'events',
  'venues',
  'organizers',
  'categories',
  'tags',
  'images',
]

/** A commit with its CID. */
export interface HeldCommit {
  readonly cid: CID
  readonly commit: Commit
}
