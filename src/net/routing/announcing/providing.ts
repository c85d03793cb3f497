import type { CID } from '../../../codec/cid/cid.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { DueWork } from '../../../schedule/keep-due.ts'

/** The announcements since the node started. */
export interface ProvideStatistics {
  readonly announced: number
  /** Mean time for one block, in milliseconds. */
  readonly averageMs: number
  /** Blocks of the last complete round, and how long it took in milliseconds. Zero before the first one. */
  readonly lastCount: number
  readonly lastDurationMs: number
  /** When the last round began, in milliseconds since the epoch. `undefined` if there was none. */
  readonly lastRunMs: number | undefined
  /** Time between two rounds, 0 for never. */
  readonly intervalMs: number
}

export interface EnqueueOptions extends AbortOptions {
  /** Also everything below the block. Default: false. */
  readonly recursive?: boolean | undefined
}

/** Announces content to routers automatically: new content soon, and all content in rounds. */
export interface Providing {
  /**
   * Has a block announced soon, whatever the strategy is, and yields it. Throws `not-found` for a block that this node
   * does not hold or does not show to others.
   */
  enqueue(cid: CID, options?: EnqueueOptions): AsyncIterable<CID>
  /** Throws `unavailable` with the reference's text without a router that takes announcements. */
  assertReady(options?: AbortOptions): Promise<void>
  /** Forgets what waits to be announced for the first time. Resolves to the number of forgotten items. */
  clear(options?: AbortOptions): Promise<number>
  /**
   * Announces everything of the strategy now. Throws `failed-precondition` with the reference's text if the owner has
   * switched rounds off, and `unavailable` without a router that takes announcements.
   */
  reprovide(options?: AbortOptions): Promise<void>
  statistics(options?: AbortOptions): Promise<ProvideStatistics>
  /** Begins with what waits, and ends with an entire round, a part at each run. */
  readonly due: DueWork
}
