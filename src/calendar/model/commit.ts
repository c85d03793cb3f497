import type { CID } from '../../codec/cid/cid.ts'
import type { Collection, Uid } from './records.ts'

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
