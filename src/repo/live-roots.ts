import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'

/** A root that stays though nobody has pinned it, with everything below it unless it says otherwise. */
export interface LiveRoot {
  readonly cid: CID
  /**
   * True where a part may be absent for good, such as the past before an import: what is there stays. Else a
   * missing block ends the collection before anything is removed.
   */
  readonly mayLack?: boolean
  /** True for a block that stays without what is below it. */
  readonly isAlone?: boolean
}

/**
 * The roots of one service: heads of what changes, above all. Asked for anew by each collection, after the
 * adds that it does not know of have ended; what changes later is protected, so it is not missed.
 */
export type LiveRoots = (options: AbortOptions) => AsyncIterable<LiveRoot>
