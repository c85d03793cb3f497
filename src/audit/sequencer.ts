import type { ByteBudget } from '../blocks/byte-budget.ts'
import type { Calendar, HeldCommit } from '../calendar/model/calendar.ts'
import { equalBytes } from '../codec/bytes/bytes.ts'
import type { CID } from '../codec/cid/cid.ts'
import type { Activity } from '../diagnostics/activity.ts'
import { DomainError, isDomainError } from '../errors.ts'
import type { Identity } from '../keys/identity.ts'
import type { Keys } from '../keys/keys.ts'
import { ledgerError } from '../ledger/errors.ts'
import { formatAddress } from '../ledger/identifiers/address.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import type { Clock } from '../ports/clock.ts'
import type { Locks } from '../ports/locks.ts'
import { addContent } from '../unixfs/add/add.ts'
import { anchorName } from './anchor-name.ts'
import { anchoredHeightOf } from './anchored-height.ts'
import { type BatchBlocks, batchCar } from './batch-car.ts'
import type { AnchorSettings } from './settings.ts'
import { type FirstWaiting, firstAbove, headHeight, waitingCommits } from './waiting-commits.ts'

export interface AnchorOptions extends AbortOptions {
  /** True anchors all waiting commits, whatever their number and age. */
  readonly isUrgent?: boolean | undefined
}

export interface Anchored {
  /** Indexes of the new records. */
  readonly indexes: readonly bigint[]
  /** Number of commits that still wait. */
  readonly waiting: number
}

/** Commits that are not in the ledger yet. */
export interface Waiting {
  readonly count: number
  /** Time of the first waiting commit, in milliseconds since 1970; absent when none waits. */
  readonly sinceMs?: number
  /** Time at which anchoring is due; absent when none waits. */
  readonly dueMs?: number
}

/** Anchors the calendar's commits in the ledger, in batches. */
export interface Sequencer {
  readonly rollappId: string
  /** The submitting address, of this node's key. */
  readonly address: string
  /**
   * Submits the waiting commits when there are enough, or the first is old enough. The ledger itself shows which
   * commits wait, so a killed process loses nothing and submits nothing twice. Each batch advances the ledger by
   * one height, so that earlier batches become final. The caller holds the content lock. Throws `failed-precondition`
   * when the node has restored another identity: only its next start knows which commits that one has submitted.
   */
  anchor(options?: AnchorOptions): Promise<Anchored>
  /** The waiting commits; none while {@link Sequencer.anchor} refuses. Does not change anything. */
  waiting(options?: AbortOptions): Promise<Waiting>
}

export interface SequencerOptions extends AnchorSettings {
  readonly calendar: Pick<Calendar, 'commits'>
  readonly ledger: Ledger
  readonly identity: Pick<Identity, 'firstPublicKey'>
  readonly keys: Pick<Keys, 'firstPublicKey'>
  readonly blockstore: Pick<Blockstore, 'get' | 'putMany'>
  readonly publicBlocks: BatchBlocks['publicBlocks']
  readonly clock: Pick<Clock, 'now'>
  readonly locks: Pick<Locks, 'exclusive'>
  readonly activity?: Activity | undefined
  readonly writeBudget?: ByteBudget | undefined
}

/** Name of the lock of anchoring, across all processes of the storage: batches must follow each other. */
const ANCHORING = 'calendar/anchoring'

export async function createSequencer(options: SequencerOptions): Promise<Sequencer> {
  const { calendar, ledger, identity, keys, clock, locks, batchCommits = 64, batchAgeMs = 60_000 } = options
  const { rollappId, payload } = await anchorName(identity.firstPublicKey)
  const address = formatAddress(payload, ledger.addressPrefix)

  const addBatch = async (commits: readonly HeldCommit[], callOptions: AbortOptions): Promise<CID> => {
    const car = batchCar(options, commits, callOptions)
    const source = async function* () {
      yield { kind: 'file' as const, path: 'batch.car', content: car }
    }
    const events = addContent(options, source(), { ...callOptions, cidVersion: 1, silent: true })
    for (;;) {
      const { done, value } = await events.next()
      const root = done ? value[0]?.cid : undefined
      if (done && root) return root
      if (done) throw new TypeError('Cannot add batch: no root')
    }
  }

  const submit = async (commits: readonly HeldCommit[], options: AbortOptions): Promise<bigint> => {
    const cid = await addBatch(commits, options)
    await ledger.advance({ by: 1n }, options)
    const { index } = await ledger.submit(
      {
        ...{ creator: address, rollappId, version: 0n, DAPath: `cas|${cid}` },
        startHeight: BigInt(commits[0]?.commit.height ?? 0),
        numBlocks: BigInt(commits.length),
        BDs: { BD: commits.map(descriptor) },
      },
      options,
    )
    return index
  }

  /** Before the first batch: the ledger refuses an update only after its batch was stored and the height grew. */
  const checkAccepted = async (options: AbortOptions) => {
    const state = await ledger.open(undefined, options)
    if (!state.params.enabled) throw ledgerError('disabled', `Cannot submit to "${rollappId}"`)
    const { node } = await state.rollapp(rollappId, options)
    if (node.permissioned.length === 0 || node.permissioned.includes(address)) return
    const reason = 'others submit its records; Ledger.AddressPrefix cannot be changed after the first one'
    throw new DomainError('failed-precondition', `Cannot submit to "${rollappId}" as "${address}": ${reason}`)
  }

  const anchoredHeight = anchoredHeightOf(ledger, rollappId)
  /** The first waiting commit. Cached, so that ledger and calendar are read only once for each batch. */
  let first: FirstWaiting | undefined

  const checkWaiting = async (options: AbortOptions) => {
    const anchored = await anchoredHeight(options)
    const count = (await headHeight(calendar, options)) - Number(anchored)
    if (count > 0 && first?.above !== anchored) first = await firstAbove(calendar, anchored, options)
    const sinceMs = count > 0 ? first?.timeMs : undefined
    const isDue = sinceMs !== undefined && sinceMs + batchAgeMs <= clock.now()
    return { anchored, count, sinceMs, isReady: isDue || count >= batchCommits, isDue }
  }

  /** False between a restore of keys and the next start: the calendar then belongs to another rollapp. */
  const isOwnRollapp = async (callOptions: AbortOptions) =>
    equalBytes(await keys.firstPublicKey(callOptions), identity.firstPublicKey)

  /** Checks again under the lock, since another process may have anchored the commits meanwhile. */
  const anchorLocked = async ({ isUrgent = false, ...callOptions }: AnchorOptions): Promise<Anchored> => {
    const { anchored, count, isReady, isDue } = await checkWaiting(callOptions)
    if (count <= 0 || !(isUrgent || isReady)) return { indexes: [], waiting: Math.max(count, 0) }
    if (!(await isOwnRollapp(callOptions))) {
      const reason = 'the identity of this node was restored from a backup; start the node again first'
      throw new DomainError('failed-precondition', `Cannot submit commits of calendar: ${reason}`)
    }
    const waiting = await waitingCommits(calendar, anchored, callOptions)
    await ensureRollapp(ledger, { rollappId, address, ...callOptions })
    await checkAccepted(callOptions)
    const indexes: bigint[] = []
    let at = 0
    while (at < waiting.length && (isUrgent || isDue || waiting.length - at >= batchCommits)) {
      indexes.push(await submit(waiting.slice(at, at + batchCommits), callOptions))
      at = Math.min(at + batchCommits, waiting.length)
    }
    return { indexes, waiting: waiting.length - at }
  }

  return {
    rollappId,
    address,
    async anchor(options = {}) {
      const { isUrgent = false, ...callOptions } = options
      const { count, isReady } = await checkWaiting(callOptions)
      if (count <= 0 || !(isUrgent || isReady)) return { indexes: [], waiting: Math.max(count, 0) }
      return locks.exclusive(ANCHORING, () => anchorLocked(options), callOptions)
    },
    async waiting(options = {}) {
      const { count, sinceMs } = await checkWaiting(options)
      if (count <= 0 || sinceMs === undefined || !(await isOwnRollapp(options))) return { count: 0 }
      return { count, sinceMs, dueMs: count >= batchCommits ? sinceMs : sinceMs + batchAgeMs }
    },
  }
}

function descriptor({ cid, commit }: HeldCommit) {
  return {
    height: BigInt(commit.height),
    stateRoot: commit.state.multihash.digest,
    intermediateStatesRoot: cid.multihash.digest,
  }
}

interface Owner extends AbortOptions {
  readonly rollappId: string
  readonly address: string
}

async function ensureRollapp(ledger: Ledger, { rollappId, address, signal }: Owner): Promise<void> {
  if (await (await ledger.open(undefined, { signal })).findRollapp(rollappId, { signal })) return
  try {
    await ledger.create(
      {
        ...{ creator: address, rollappId, codeStamp: '', genesisPath: '' },
        ...{ maxWithholdingBlocks: 0n, maxSequencers: 0n, permissionedAddresses: [address], metadatas: [] },
      },
      { signal },
    )
  } catch (error) {
    // Another process of the same node was faster.
    if (!isDomainError(error, 'already-exists')) throw error
  }
}
