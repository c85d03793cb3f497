import type { CID } from '../../../codec/cid/cid.ts'
import type { Collection } from '../../model/records.ts'
import type { Rows } from '../../model/rows.ts'

/** A row and the block of its record; the block is not made yet while a write is planned. */
export interface Entry<C extends Collection> {
  readonly row: Rows[C]
  readonly cid: CID | undefined
}

/** The rows of one collection by id, in pages that are stored one by one. A change leaves the table as it was. */
export interface Table<C extends Collection> {
  readonly size: number
  /** The page that holds an id. */
  pageOf(id: number): number
  row(id: number): Rows[C] | undefined
  /** The block of the record. */
  cid(id: number): CID | undefined
  /** Ascending. */
  ids(): Iterable<number>
  /** As UTF-8, for the indexes; absent when there is no row. */
  slugBytes(id: number): Uint8Array | undefined
  uidBytes(id: number): Uint8Array | undefined
  /** The table with another entry at that id, or none, as of a height. An entry without a block keeps the old one's. */
  with(id: number, entry: Entry<C> | undefined, height: number): Table<C>
  /**
   * The table with the block of a record that {@link with} has put there without one. The page may be changed in
   * its place: only who made it calls this, before anybody else has the table.
   */
  named(id: number, cid: CID): Table<C>
  /** The table with a stored page in its place. */
  withPage(page: number, bytes: Uint8Array | undefined): Table<C>
  /** What is stored for the page; absent when nothing is on it. */
  pageBytes(page: number): Uint8Array | undefined
  /** Height of the commit that changed the page last. */
  pageHeight(page: number): number
}
