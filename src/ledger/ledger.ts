import type { GenesisState, MsgCreateRollapp, MsgUpdateState } from '../../proto/gen/ledger-schema.ts'
import { createBlockWriter } from '../blocks/block-writer.ts'
import type { CID } from '../codec/cid/cid.ts'
import type { ContentLock } from '../content-lock/content-lock.ts'
import { isDomainError } from '../errors.ts'
import type { LiveRoots } from '../parts/live-roots.ts'
import type { DagWalk } from '../pins/dag-walk.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import type { Clock } from '../ports/clock.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { Locks } from '../ports/locks.ts'
import type { BlockReader } from './blocks/load-block.ts'
import {
  countTurns,
  createKeptValues,
  type LedgerBlocks,
  limitedBlocks,
  type TurnOptions,
} from './blocks/load-value.ts'
import { ledgerError } from './errors.ts'
import { type Advanced, advanceHeight, type OnFinal } from './operations/advance-height.ts'
import { checkContent } from './operations/check-content.ts'
import { checkUpdate } from './operations/check-update.ts'
import { createRollapp } from './operations/create-rollapp.ts'
import type { LedgerEvent } from './operations/ledger-events.ts'
import { type Revert, type Reverted, revertBlocks } from './operations/revert-blocks.ts'
import { setParams } from './operations/set-params.ts'
import { type Submitted, submitUpdate } from './operations/submit-update.ts'
import type { LedgerSettings } from './settings.ts'
import { type ChangeOptions, createLedgerHead } from './state/ledger-head.ts'
import { type LedgerState, openState } from './state/ledger-state.ts'
import { ledgerLiveRoots } from './state/live-roots.ts'
import type { LedgerParams } from './state/params.ts'
import type { RollappNode } from './state/rollapp-node.ts'
import { rootAt } from './state/root-heights.ts'
import { checkState } from './transfer/check-state.ts'
import { checkComplete, checkSuccession, storeCar } from './transfer/import-car.ts'
import { type Imported, type ImportGenesisOptions, importGenesis } from './transfer/import-genesis.ts'
import { type WatchOptions, watchLedger } from './watch-ledger.ts'

export { LEDGER_LOCK } from './state/ledger-head.ts'

export interface SubmitUpdateOptions extends ChangeOptions {
  /** True refuses a content path whose content is not completely stored (3002). */
  readonly checkAvailability?: boolean | undefined
}

/** The new root after a change. */
export interface Rooted {
  readonly root: CID
}

export interface OpenOptions extends AbortOptions {
  /**
   * Bytes of blocks that may be read of the state, each as often as it is read; then reads throw `too-large` (3004). For
   * a root that anybody may have made up: a few blocks can make a state that is long. Unlimited when absent.
   */
  readonly maxBytes?: number | undefined
  /** What reads the root and all blocks below it, such as public blocks. The store of this node when absent. */
  readonly reader?: BlockReader | undefined
}

/**
 * The ledger of this node: state records of rollapps, the queue in which they become final, and proofs. Every
 * change creates a new root atomically; roots are immutable. All of the ledger's own errors have `codespace` and
 * `code`.
 *
 * Callers hold the content lock for changes. To read, they open a {@link LedgerState} and pass it to the functions
 * of this folder: `getUpdate`, `listUpdates`, `proveUpdate` and others.
 */
export interface Ledger {
  /** The part of account addresses before the separator `1`. */
  readonly addressPrefix: string
  /** The newest root. */
  head(options?: AbortOptions): Promise<CID>
  /**
   * Opens a root to read it; the newest when absent. Throws `not-found` (3005) for a missing root and for another
   * block.
   */
  open(root?: CID, options?: OpenOptions): Promise<LedgerState>
  /** Opens the root that was the newest at a ledger height. Throws what `rootAt` throws. */
  openAt(height: bigint, options?: AbortOptions): Promise<LedgerState>
  create(message: MsgCreateRollapp, options?: ChangeOptions): Promise<Rooted & { rollapp: RollappNode }>
  submit(message: MsgUpdateState, options?: SubmitUpdateOptions): Promise<Rooted & Submitted>
  /** Moves to a ledger height and finalizes the records that are due. `by` is relative to the current height. */
  advance(
    step: { readonly to: bigint } | { readonly by: bigint },
    options?: ChangeOptions,
  ): Promise<Rooted & Advanced>
  revert(revert: Revert, options?: ChangeOptions): Promise<Rooted & Reverted>
  setParams(
    params: Partial<LedgerParams>,
    options?: ChangeOptions,
  ): Promise<Rooted & { readonly params: LedgerParams }>
  /** Fills a ledger without rollapps. Throws 3006, with the violated invariant. */
  importGenesis(
    genesis: GenesisState,
    options: ChangeOptions & Pick<ImportGenesisOptions, 'mode'>,
  ): Promise<Rooted & Imported>
  /**
   * Stores the blocks of a CAR and makes its root the newest, if there are no rollapps yet or the root descends
   * from the newest one. Throws 3006, and 3005 for a CAR with missing blocks.
   */
  importCar(source: AsyncIterable<Uint8Array>, options?: ChangeOptions): Promise<Rooted>
  watch(options?: WatchOptions): AsyncGenerator<LedgerEvent, void>
  readonly liveRoots: LiveRoots
}

export interface LedgerOptions extends LedgerSettings, TurnOptions {
  readonly blockstore: Pick<Blockstore, 'get' | 'has' | 'putMany'>
  readonly datastore: Pick<Datastore, 'get' | 'range' | 'batch'>
  readonly locks: Locks
  readonly clock: Pick<Clock, 'sleep'>
  readonly walk: DagWalk
  readonly contentLock: Pick<ContentLock, 'protect' | 'isProtecting'>
  readonly onFinal?: OnFinal | undefined
}

/** Interval at which a watcher polls for changes of other processes. */
const LOOK_MS = 1000

export function createLedger(options: LedgerOptions): Ledger {
  const { blockstore, walk, contentLock, onFinal, keepRoots, addressPrefix = 'dym', retention } = options
  const values = createKeptValues()
  const blocks: LedgerBlocks = {
    get: (cid, options) => blockstore.get(cid, options),
    values,
    nextTurn: countTurns(options),
  }
  const head = createLedgerHead({ ...options, values })
  const open: Ledger['open'] = async (root, { maxBytes, reader, ...options } = {}) => {
    const all: LedgerBlocks = reader ? { get: reader.get, nextTurn: blocks.nextTurn } : blocks
    const from = maxBytes === undefined ? all : limitedBlocks(all, maxBytes)
    try {
      return await openState(from, root ?? (await head.read(options)), { isNewest: !root, ...options })
    } catch (cause) {
      // A caller may pass the CID of any block, so a block that is no root does not mean corrupt storage.
      if (!root || !isDomainError(cause, 'corrupt')) throw cause
      throw ledgerError('unreachable', `Cannot open "${root}": it is no root of a ledger`, { cause })
    }
  }

  return {
    addressPrefix,
    head: head.read,
    open,
    async openAt(height, callOptions = {}) {
      const found = {
        datastore: options.datastore,
        blocks,
        head: await head.read(callOptions),
        ...callOptions,
      }
      return open(await rootAt(height, found), callOptions)
    },
    create: (message, options = {}) =>
      head.change((state) => createRollapp(state, message, { addressPrefix, ...options }), options),
    async submit(message, { checkAvailability: mustBeHeld = false, ...submitOptions } = {}) {
      const take = (state: LedgerState) => submitUpdate(state, message, { addressPrefix, ...submitOptions })
      checkUpdate(message, { addressPrefix })
      // Before the ledger's lock, since the walk takes time in proportion to the content; and only for an update
      // that would be accepted.
      if (mustBeHeld || contentLock.isProtecting()) {
        const newest = await head.read(submitOptions)
        if (submitOptions.expectedRoot?.equals(newest) ?? true) await take(await open(newest, submitOptions))
        await checkContent(message.DAPath, { walk, blocks, contentLock, mustBeHeld, ...submitOptions })
      }
      return head.change(take, submitOptions)
    },
    advance: (step, options = {}) =>
      head.change((state) => {
        const to = 'to' in step ? step.to : state.height + step.by
        return advanceHeight(state, to, { onFinal, ...options })
      }, options),
    revert: (revert, options = {}) => head.change((state) => revertBlocks(state, revert, options), options),
    setParams: (params, options = {}) =>
      head.change((state) => setParams(state, params, { addressPrefix }), options),
    importGenesis: (genesis, { mode, ...importOptions }) =>
      head.change((state) => importGenesis(state, genesis, { addressPrefix, mode, ...importOptions }), {
        ...importOptions,
        check: (next) => checkState(next, importOptions),
      }),
    async importCar(source, options = {}) {
      const writer = createBlockWriter(blockstore, options)
      try {
        const root = await storeCar(source, { writer, ...options })
        // Without the cache: all blocks must be in the store.
        const stored = { get: blocks.get }
        await checkState(await openState(stored, root, options), options)
        await checkComplete(root, { blocks: blockstore, ...options })
        const check = async (newest: CID) =>
          checkSuccession(await open(newest, options), root, { blocks, ...options })
        await head.move(root, check, options)
        return { root }
      } finally {
        writer.discard()
      }
    },
    watch: (callOptions = {}) => {
      const changed = (callOptions: AbortOptions) => options.clock.sleep(LOOK_MS, callOptions)
      return watchLedger({ blocks, head: head.read, changed }, callOptions)
    },
    async *liveRoots(options) {
      yield* ledgerLiveRoots(await open(undefined, options), {
        blocks: blockstore,
        retention,
        keepRoots,
        ...options,
      })
    },
  }
}
