import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'

/** A root that garbage collection keeps although it is not pinned, by default with all of its descendants. */
export interface LiveRoot {
  readonly cid: CID
  /**
   * True if the block or descendants may be missing, such as the history before an import; existing ones are kept. Otherwise a
   * missing block ends the collection before it removes anything.
   */
  readonly mayBeIncomplete?: boolean
  /** True if the block itself must be there in spite of that: without it, all below it would look like garbage. */
  readonly mustExist?: boolean
  /**
   * True if a backup fails when something below the root is missing, although the collection accepts it: the owner put
   * it here, and expects it in the backup.
   */
  readonly isBackedUpWhole?: boolean
  /** The path by which the owner knows a block below the root, for error messages. `undefined` where there is none. */
  readonly locate?: (cid: CID, options: AbortOptions) => Promise<string | undefined>
  /** True to keep the block without its descendants. */
  readonly withoutDescendants?: boolean
}

/**
 * The live roots of one service, mainly the heads of its data. Each collection asks for them again, after the adds
 * that it cannot know of have ended. Later changes are protected, so the collection does not miss them.
 */
export type LiveRoots = (options: AbortOptions) => AsyncIterable<LiveRoot>
