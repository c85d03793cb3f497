import type { BlockReader } from '../blocks/load-block.ts'
import type { CollectionTurn } from '../content-lock/collecting.ts'
import type { ContentLock } from '../content-lock/content-lock.ts'
import { isDomainError } from '../errors.ts'
import type { LiveRoots } from '../parts/live-roots.ts'
import type { DagWalk } from '../pins/dag-walk.ts'
import type { Pins } from '../pins/pins.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore, BlockstoreTotals, StoredBlock, SweepReport } from '../ports/blockstore.ts'
import type { CollectGarbageOptions } from './collect-garbage.ts'
import type { Usage } from './measure-usage.ts'
import { type Reported, reportErrors } from './report-errors.ts'
import type { VerifiedBlock, VerifyBlocksOptions, VerifyOptions } from './verify-blocks.ts'

export interface RepoStat extends BlockstoreTotals {
  /** Location of the data, for display. */
  readonly path: string
}

export interface CollectOptions extends AbortOptions, Pick<CollectGarbageOptions, 'only'> {
  /** Yields each error when it occurs; otherwise all are joined into one at the end. */
  readonly streamErrors?: boolean | undefined
}

/** The storage as a whole. Code that adds content runs in `adding` or `whileAdding`. */
export interface Repo extends Pick<ContentLock, 'adding' | 'whileAdding'> {
  stat(options?: AbortOptions): Promise<RepoStat>
  /** Storage use by category: see {@link measureUsage}. */
  usage(options?: AbortOptions): Promise<Usage>
  /** Every stored block, under its raw CID. */
  blocks(options?: AbortOptions): AsyncIterable<StoredBlock>
  /**
   * Garbage collection: removes blocks that no pin and no live root keeps. Runs beside reads, new adds, and adds of
   * this process that are receiving (`AddingOptions`), but first waits for the others that are under way. Throws
   * `failed-precondition` at the end after errors. Removes nothing when a pinned DAG could not be read.
   */
  collect(options?: CollectOptions): AsyncGenerator<Reported, void>
  /** Verifies the hash of every block, in the order of the store. */
  verify(options?: VerifyOptions): AsyncGenerator<VerifiedBlock>
  /**
   * Removes stored bytes without an index row, which a killed process may leave, and restores missing index rows. Runs
   * beside everything else.
   */
  sweep(options?: AbortOptions): Promise<SweepReport>
}

export interface RepoOptions {
  /** A store that verifies reads, and reports unreadable blocks as missing. */
  readonly blockstore: Pick<
    Blockstore,
    'compact' | 'delete' | 'get' | 'list' | 'replace' | 'sweep' | 'totals'
  >
  /** The unverified store: all blocks, valid or corrupt. */
  readonly stored: Pick<Blockstore, 'list' | 'copies'>
  /** Views of `blockstore` and `stored` without blocks that are only referred to; the same when absent. */
  readonly copies?: Pick<VerifyBlocksOptions, 'stored'> & {
    readonly verified: VerifyBlocksOptions['blockstore']
  }
  /** Other nodes that may supply corrupt blocks; none when absent. Called at each verification. */
  readonly gateways?: () => readonly BlockReader[]
  readonly contentLock: ContentLock
  readonly clock: VerifyBlocksOptions['clock']
  readonly pins: Pick<Pins, 'list' | 'find'>
  readonly walk: DagWalk
  readonly repoPath: string
  /** Live roots by name of the service; none when absent. Called by each collection. */
  readonly liveRoots?: () => Promise<Readonly<Record<string, LiveRoots>>>
}

/** Collection, verification and measurement are loaded at their first use: a page starts without them. */
export function createRepo(options: RepoOptions): Repo {
  const {
    blockstore,
    stored,
    copies = { verified: blockstore, stored },
    contentLock,
    clock,
    pins,
    walk,
    repoPath,
    liveRoots = async () => ({}),
    gateways = () => [],
  } = options
  return {
    adding: contentLock.adding,
    whileAdding: contentLock.whileAdding,
    async stat(options) {
      const totals = await blockstore.totals(options)
      return { ...totals, path: repoPath }
    },
    usage: async (options) => {
      const { measureUsage } = await import('./measure-usage.ts')
      return measureUsage({
        blockstore: { ...blockstore, list: copies.stored.list },
        pins,
        walk,
        services: await liveRoots(),
        ...options,
      })
    },
    blocks: (options) => blockstore.list(options),
    collect({ streamErrors = false, only, signal } = {}) {
      const collectInTurn = async function* (turn: CollectionTurn) {
        const { collectGarbage } = await import('./collect-garbage.ts')
        yield* collectGarbage({
          blockstore: { ...blockstore, list: stored.list },
          pins,
          walk,
          liveRoots: Object.values(await liveRoots()),
          turn,
          only,
          signal,
        })
      }
      const collected = contentLock.collecting.run(collectInTurn, { signal })
      return reportErrors(thenCompact(collected, blockstore, { signal }), { asTheyHappen: streamErrors })
    },
    async *verify(options) {
      const { verifyBlocks } = await import('./verify-blocks.ts')
      yield* verifyBlocks({
        blockstore: copies.verified,
        stored: copies.stored,
        ...{ contentLock, clock },
        gateways: gateways(),
        ...options,
      })
    },
    sweep: blockstore.sweep,
  }
}

/** When all blocks are removed, gives their space back, so that it is free when the collection has ended. */
async function* thenCompact<T>(
  removals: AsyncIterable<T>,
  blockstore: Pick<Blockstore, 'compact'>,
  options: AbortOptions,
): AsyncGenerator<T, void> {
  yield* removals
  try {
    await blockstore.compact(options)
  } catch (error) {
    // A full disk keeps the files until there is room to rewrite them.
    if (!isDomainError(error, 'no-space')) throw error
  }
}
