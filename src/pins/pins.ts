import type { CID } from '../codec/cid/cid.ts'
import type { ContentLock } from '../content-lock/content-lock.ts'
import type { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import type { Clock } from '../ports/clock.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { DagWalk } from './dag-walk.ts'
import type { PinKind } from './pin-rows.ts'
import type { VerifiedPin } from './verify-pins.ts'

export interface AddPinOptions extends AbortOptions {
  /** Pins all blocks below too; true when absent. */
  readonly recursive?: boolean | undefined
  /** A name for people. Absent: a pin that has one loses it, as in the reference implementation. */
  readonly name?: string | undefined
  /** Visits the blocks of what is pinned already, too; false when absent, since they are known to be held. */
  readonly revisit?: boolean | undefined
}

export interface UpdatePinOptions extends AbortOptions {
  /** Removes the old pin; true when absent. */
  readonly unpin?: boolean | undefined
}

export interface FindPinOptions extends AbortOptions {
  /** Only pins of this kind; of any kind when absent, the strongest first. */
  readonly type?: PinKind | 'indirect' | undefined
}

/** A pin as it is listed. */
export interface ListedPin {
  readonly cid: CID
  readonly type: PinKind | 'indirect'
  readonly name?: string | undefined
  /** The recursive pin above an indirect one. */
  readonly root?: CID
}

/** What is to stay. Those who add hold the content lock from the first block to the pin. */
export interface Pins {
  /**
   * Pins a DAG, or one block, that is held whole: walks it and tells each block it has visited. Pinned once
   * the iteration has ended. Throws `not-found` when a block is missing, `failed-precondition` for a direct
   * pin of what is pinned recursively.
   */
  adding(cid: CID, options?: AddPinOptions): AsyncGenerator<CID, void>
  /** The same, telling nothing. */
  add(cid: CID, options?: AddPinOptions): Promise<void>
  /** Pins roots whose blocks were all just written, recursively and without a walk: all of them, or none. */
  addRoots(cids: readonly CID[], options?: Omit<AddPinOptions, 'recursive' | 'revisit'>): Promise<void>
  /**
   * Pins those of the roots that are held whole, recursively and all at once, and tells why the others are
   * not.
   */
  addWholeRoots(cids: readonly CID[], options?: AbortOptions): Promise<ReadonlyMap<CID, DomainError>>
  /**
   * Moves a recursive pin, with its name, to another DAG that is held whole: visits only what differs. Throws
   * `failed-precondition` when the one is not pinned recursively, or the other is already; `not-found` when a
   * block is missing.
   */
  update(change: { readonly from: CID; readonly to: CID }, options?: UpdatePinOptions): Promise<void>
  /** Looks whether what the recursive pins keep is there, in the order of the pins. */
  verify(options?: AbortOptions): AsyncGenerator<VerifiedPin>
  /** Throws `failed-precondition` when there is no such pin. */
  remove(cid: CID, options?: Omit<AddPinOptions, 'name' | 'revisit'>): Promise<void>
  /** Recursive pins, then direct, then indirect; each CID once. */
  list(options?: FindPinOptions): AsyncGenerator<ListedPin, void>
  /** The pin of exactly this CID, or for indirect ones of its block. */
  find(cid: CID, options?: FindPinOptions): Promise<ListedPin | undefined>
  /** Why the block must stay, in the words of the wire, whichever CID of it is pinned. */
  retentionReason(cid: CID, options?: AbortOptions): Promise<string | undefined>
}

export interface PinsOptions {
  readonly datastore: Datastore
  readonly blockstore: Pick<Blockstore, 'get' | 'has'>
  readonly contentLock: Pick<ContentLock, 'protect' | 'isProtecting'>
  readonly clock: Pick<Clock, 'now'>
  readonly walk: DagWalk
  /** The same, reading leaves as well. */
  readonly wholeWalk: DagWalk
  /** The same for what pins keep: a corrupt leaf counts as held, so that it hides no other block. */
  readonly coverWalk: DagWalk
}
