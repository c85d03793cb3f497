import type { BlockReader } from '../blocks/load-block.ts'
import type { CollectionTurn } from '../content-lock/collecting.ts'
import type { ContentLock } from '../content-lock/content-lock.ts'
import type { DagWalk } from '../pins/dag-walk.ts'
import type { Pins } from '../pins/pins.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore, BlockstoreTotals, StoredBlock, SweepReport } from '../ports/blockstore.ts'
import { collectGarbage } from './collect-garbage.ts'
import type { LiveRoots } from './live-roots.ts'
import { measureUsage, type Usage } from './measure-usage.ts'
import { type Reported, reportErrors } from './report-errors.ts'
import { type VerifiedBlock, type VerifyOptions, verifyBlocks } from './verify-blocks.ts'

export interface RepoStat extends BlockstoreTotals {
  /** How much the storage may hold. */
  readonly maxSizeBytes: number
  /** Where the data is, in words. */
  readonly path: string
}

export interface CollectOptions extends AbortOptions {
  /** Tells each error in its place; else all of them come at the end as one. */
  readonly streamErrors?: boolean | undefined
}

/** The storage as a whole. Everything that adds content runs in `adding` or `whileAdding`. */
export interface Repo extends Pick<ContentLock, 'adding' | 'whileAdding'> {
  stat(options?: AbortOptions): Promise<RepoStat>
  /** What takes the space: see {@link measureUsage}. */
  usage(options?: AbortOptions): Promise<Usage>
  /** Every held block, under its raw CID. */
  blocks(options?: AbortOptions): AsyncIterable<StoredBlock>
  /**
   * Removes what no pin and no live root keeps, beside reads and adds; it waits for the adds that are there when it begins.
   * Throws `failed-precondition` at the end when something went wrong; nothing was removed when a pinned DAG
   * could not be read.
   */
  collect(options?: CollectOptions): AsyncGenerator<Reported, void>
  /** Hashes every block anew, in the order of the store. */
  verify(options?: VerifyOptions): AsyncGenerator<VerifiedBlock>
  /** Removes stored bytes that a killed process left without an index row, and indexes lost blocks again. */
  sweep(options?: AbortOptions): Promise<SweepReport>
}

export interface RepoOptions {
  /** Verifies what it reads, and claims no block that it cannot read. */
  readonly blockstore: Pick<Blockstore, 'delete' | 'get' | 'list' | 'replace' | 'sweep' | 'totals'>
  /** Everything that is held, good or bad. */
  readonly stored: Pick<Blockstore, 'list' | 'copies'>
  /** Other nodes to ask for the bytes of corrupt blocks; none when absent. Called for each check of all blocks. */
  readonly gateways?: () => readonly BlockReader[]
  readonly contentLock: ContentLock
  readonly pins: Pick<Pins, 'list' | 'find'>
  readonly walk: DagWalk
  readonly repoPath: string
  /** What stays besides what is pinned, by the name of its service; nothing when absent. Asked for by each collection. */
  readonly liveRoots?: () => Promise<Readonly<Record<string, LiveRoots>>>
}

/** What nodes of the network say where nothing is configured: 10 GB. */
const DEFAULT_MAX_SIZE_BYTES = 10_000_000_000

export function createRepo(options: RepoOptions): Repo {
  const {
    blockstore,
    stored,
    contentLock,
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
      return { ...totals, maxSizeBytes: DEFAULT_MAX_SIZE_BYTES, path: repoPath }
    },
    usage: async (options) =>
      measureUsage({
        blockstore: { ...blockstore, list: stored.list },
        pins,
        walk,
        services: await liveRoots(),
        ...options,
      }),
    blocks: (options) => blockstore.list(options),
    collect({ streamErrors = false, signal } = {}) {
      const collectInTurn = async function* (turn: CollectionTurn) {
        yield* collectGarbage({
          blockstore: { ...blockstore, list: stored.list },
          pins,
          walk,
          liveRoots: Object.values(await liveRoots()),
          turn,
          signal,
        })
      }
      const collected = contentLock.collecting.run(collectInTurn, { signal })
      return reportErrors(collected, { asTheyHappen: streamErrors })
    },
    verify: (options) => verifyBlocks({ blockstore, stored, contentLock, gateways: gateways(), ...options }),
    sweep: (options) => contentLock.alone(() => blockstore.sweep(options), options),
  }
}
