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

/** Where a call reads the blocks that it pins. */
interface ReadsBlocks extends AbortOptions {
  /** The session of the call, which fetches missing blocks. When absent, all must be stored here. */
  readonly session?: Pick<Blockstore, 'get' | 'has'> | undefined
}

export interface AddPinOptions extends ReadsBlocks {
  /** Also pins all descendants; true when absent. */
  readonly recursive?: boolean | undefined
  /** A label. When absent, an existing pin loses its name, as in the reference implementation. */
  readonly name?: string | undefined
  /** Visits the blocks of an existing pin too. False when absent, since these blocks are known to be stored. */
  readonly revisit?: boolean | undefined
}

export interface UpdatePinOptions extends ReadsBlocks {
  /** Removes the old pin; true when absent. */
  readonly unpin?: boolean | undefined
}

export interface FindPinOptions extends AbortOptions {
  /** Only pins of this kind. When absent, pins of any kind in the order recursive, direct, indirect. */
  readonly type?: PinKind | 'indirect' | undefined
}

/** A pin in a list. */
export interface ListedPin {
  readonly cid: CID
  readonly type: PinKind | 'indirect'
  readonly name?: string | undefined
  /** The recursive pin above an indirect pin. */
  readonly root?: CID
}

/** A pin that was just stored. */
export interface AddedPin {
  readonly cid: CID
  readonly kind: PinKind
}

/** The pins of a node. Writers hold the content lock from the first block until the pin is stored. */
export interface Pins {
  /**
   * Pins a complete DAG, or one block: walks it and yields each visited block. The pin is stored when the iteration
   * has ended. Throws `not-found` for a missing block, `failed-precondition` for a direct pin of a recursively
   * pinned CID.
   */
  adding(cid: CID, options?: AddPinOptions): AsyncGenerator<CID, void>
  /** Like `adding`, without yielding blocks. */
  add(cid: CID, options?: AddPinOptions): Promise<void>
  /** Pins roots whose blocks were all just written, recursively and without a walk. Pins all of them, or none. */
  addRoots(cids: readonly CID[], options?: Pick<AddPinOptions, 'name' | 'signal'>): Promise<void>
  /** Pins the roots whose DAG is complete, recursively and in one batch. Returns the reason for each of the others. */
  addWholeRoots(cids: readonly CID[], options?: AbortOptions): Promise<ReadonlyMap<CID, DomainError>>
  /**
   * Moves a recursive pin, with its name, to another complete DAG. Visits only the blocks that differ. Throws
   * `failed-precondition` when `from` is not pinned recursively or `to` already is, `not-found` for a missing
   * block.
   */
  update(change: { readonly from: CID; readonly to: CID }, options?: UpdatePinOptions): Promise<void>
  /** Checks that the blocks of the recursive pins are stored, in the order of the pins. */
  verify(options?: AbortOptions): AsyncGenerator<VerifiedPin>
  /** Removes a pin. Throws `failed-precondition` when it does not exist. */
  remove(cid: CID, options?: Pick<AddPinOptions, 'recursive' | 'signal'>): Promise<void>
  /** Recursive pins, then direct, then indirect ones; each CID once. */
  list(options?: FindPinOptions): AsyncGenerator<ListedPin, void>
  /**
   * The pin of exactly this CID; for indirect pins, of its block. As in the reference, a CID that is pinned recursively is
   * not found as indirect, and one that is pinned directly is.
   */
  find(cid: CID, options?: FindPinOptions): Promise<ListedPin | undefined>
  /** Registers a callback for pins that were stored. */
  onAdd(listener: (pin: AddedPin) => void): void
  /** The reason why the block must not be removed, in the text of the wire; any CID of the block may be pinned. */
  retentionReason(cid: CID, options?: AbortOptions): Promise<string | undefined>
}

export interface PinsOptions {
  readonly datastore: Datastore
  readonly blockstore: Pick<Blockstore, 'get' | 'has'>
  readonly contentLock: Pick<ContentLock, 'protect' | 'isProtecting'>
  readonly clock: Pick<Clock, 'now'>
  readonly walk: DagWalk
  /** A walk that also reads leaves. */
  readonly wholeWalk: DagWalk
  /** A walk for the blocks that pins keep: a missing or corrupt leaf counts as stored, since it hides no other block. */
  readonly coverWalk: DagWalk
}
