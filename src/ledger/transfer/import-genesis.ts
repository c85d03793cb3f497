import type { GenesisState, StateInfo, StateInfoIndex } from '../../../proto/gen/ledger-schema.ts'
import { isDomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { storedRecordBlock } from '../blocks/record-block.ts'
import { ledgerError } from '../errors.ts'
import { checkAddress } from '../identifiers/address.ts'
import { parseRollappId } from '../identifiers/rollapp-id.ts'
import { encodeRecord } from '../records/encode-record.ts'
import type { LedgerState } from '../state/ledger-state.ts'
import type { Operated } from '../state/operation.ts'
import { checkParams } from '../state/params.ts'
import { FINALIZED, RECEIVED } from '../state/rollapp-node.ts'
import { type Invariant, inconsistent } from './check-state.ts'

export interface ImportGenesisOptions extends AbortOptions {
  readonly addressPrefix: string
  /**
   * `keep` takes over the document's ledger height and all other heights. `rebase` keeps the ledger's own height
   * and queues pending records at the same distance as before. Records stay unchanged, except that `rebase` lowers
   * their creation heights, to 0 at least, when the document's height is greater: no record may be created in the
   * future.
   */
  readonly mode: 'keep' | 'rebase'
}

export interface Imported {
  readonly height: bigint
  readonly rollapps: bigint
  readonly records: bigint
}

/**
 * Fills a ledger without rollapps from a genesis document. Refuses duplicates in lists and entries of unlisted
 * rollapps (3006); `checkState` checks the rest before the new root becomes the newest.
 */
export async function importGenesis(
  state: LedgerState,
  genesis: GenesisState,
  { addressPrefix: prefix, mode, signal }: ImportGenesisOptions,
): Promise<Operated<Imported>> {
  if ((await state.rollappCount({ signal })) > 0)
    throw inconsistent('empty-ledger', 'there are rollapps in it')
  const { disputePeriodInBlocks, deployerWhitelist, rollappsEnabled } = genesis.params
  const params = {
    ...state.params,
    disputePeriod: disputePeriodInBlocks,
    enabled: rollappsEnabled,
    deployers: deployerWhitelist,
  }
  state.params = asInconsistency('params', () => checkParams(params, prefix))
  const shift = heightsOf(state, genesis, mode)
  addRollapps(state, genesis, prefix)
  const rows = rowsOf(genesis)
  const latest = pointersOf(genesis.latestStateInfoIndexList)
  const latestFinal = pointersOf(genesis.latestFinalizedStateIndexList)
  for (const record of [...genesis.stateInfoList].sort(byName)) {
    const final = latestFinal.get(record.stateInfoIndex.rollappId) ?? 0n
    await addRecord(state, record, { rows, final, shift, signal })
  }
  await setPointers(state, { latest, latestFinal, signal })
  for (const { finalizationHeight, finalizationQueue } of [
    ...genesis.blockHeightToFinalizationQueueList,
  ].sort((a, b) => (a.finalizationHeight < b.finalizationHeight ? -1 : 1))) {
    for (const entry of finalizationQueue) {
      await state.queue.add(shift.row(finalizationHeight), entry, { signal })
    }
  }
  state.height = shift.height
  return {
    op: new Map([
      ['type', 'import'],
      ['mode', mode],
    ]),
    result: {
      height: state.height,
      rollapps: BigInt(genesis.rollappList.length),
      records: BigInt(genesis.stateInfoList.length),
    },
  }
}

interface Shift {
  /** The ledger height after the import. */
  readonly height: bigint
  /** Converts the height of a row. */
  row(height: bigint): bigint
  /** Converts the creation height of a record. */
  creation(height: bigint): bigint
}

function heightsOf(state: LedgerState, genesis: GenesisState, mode: 'keep' | 'rebase'): Shift {
  const { ledgerHeight, stateInfoList } = genesis
  if (mode === 'keep') {
    if (ledgerHeight < state.height) {
      throw ledgerError('height', `Cannot import height ${ledgerHeight} at height ${state.height}`)
    }
    return { height: ledgerHeight, row: (height) => height, creation: (height) => height }
  }
  // A document of the network does not state its height, which is at least that of its last record.
  const known = stateInfoList.reduce((most, { creationHeight }) => max(most, creationHeight), ledgerHeight)
  const back = max(known - state.height, 0n)
  return {
    height: state.height,
    row(height) {
      const moved = state.height + max(height - known, 0n)
      if (moved <= MAX_UINT64) return moved
      throw inconsistent('queue', `row ${height} would be moved beyond 64 bits`)
    },
    creation: (height) => max(height - back, 0n),
  }
}

/** Runs a check, and converts its error into one of an inconsistent document. */
function asInconsistency<Result>(invariant: Invariant, check: () => Result): Result {
  try {
    return check()
  } catch (cause) {
    throw isDomainError(cause) ? inconsistent(invariant, cause.message) : cause
  }
}

function addRollapps(state: LedgerState, { rollappList }: GenesisState, prefix: string): void {
  const taken = new Set<bigint>()
  for (const { rollappId, creator, version, revision, maxSequencers, permissionedAddresses } of rollappList) {
    const id = parseRollappId(rollappId)
    if (id?.id !== rollappId) throw inconsistent('rollapp-id', `"${rollappId.slice(0, 80)}" is no rollapp id`)
    if (taken.has(id.eip155)) throw inconsistent('duplicate', `the number of "${rollappId}" occurs twice`)
    taken.add(id.eip155)
    const addressOf = (address: string) => asInconsistency('address', () => checkAddress(address, { prefix }))
    state.addRollapp(id.eip155, {
      ...{ id: rollappId, creator: addressOf(creator), version, revision, maxSequencers },
      permissioned: permissionedAddresses.map(addressOf),
      ...{ latest: 0n, latestFinal: 0n, revertedEnd: 0n, reverted: undefined, updates: undefined },
    })
  }
}

/** Height of the row of each queued record. */
function rowsOf({ blockHeightToFinalizationQueueList }: GenesisState): ReadonlyMap<string, bigint> {
  const rows = new Map<string, bigint>()
  const heights = new Set<bigint>()
  for (const { finalizationHeight, finalizationQueue } of blockHeightToFinalizationQueueList) {
    if (heights.has(finalizationHeight))
      throw inconsistent('duplicate', `row ${finalizationHeight} occurs twice`)
    heights.add(finalizationHeight)
    for (const entry of finalizationQueue) {
      if (rows.has(nameOf(entry))) throw inconsistent('queue', `record ${nameOf(entry)} is queued twice`)
      rows.set(nameOf(entry), finalizationHeight)
    }
  }
  return rows
}

function pointersOf(list: readonly StateInfoIndex[]): ReadonlyMap<string, bigint> {
  const pointers = new Map<string, bigint>()
  for (const { rollappId, index } of list) {
    if (pointers.has(rollappId)) throw inconsistent('duplicate', `a pointer of "${rollappId}" occurs twice`)
    pointers.set(rollappId, index)
  }
  return pointers
}

interface AddRecord extends AbortOptions {
  readonly rows: ReadonlyMap<string, bigint>
  /** Last final index of its rollapp. */
  readonly final: bigint
  readonly shift: Shift
}

async function addRecord(
  state: LedgerState,
  record: StateInfo,
  { rows, final, shift, signal }: AddRecord,
): Promise<void> {
  const { rollappId, index } = record.stateInfoIndex
  const name = nameOf(record.stateInfoIndex)
  const rollapp = await state.findRollapp(rollappId, { signal })
  if (!rollapp || index === 0n) throw inconsistent('indexes', `record ${name} has no place`)
  if (await rollapp.updates.get(index, { signal }))
    throw inconsistent('duplicate', `record ${name} occurs twice`)
  const isFinal = index <= final
  if (record.status !== (isFinal ? FINALIZED : RECEIVED))
    throw inconsistent('status', `record ${name} has the wrong status`)
  const row = rows.get(name)
  if (isFinal !== (row === undefined))
    throw inconsistent('queue', `record ${name} is queued though final, or not queued`)
  const creationHeight = shift.creation(record.creationHeight)
  const stored = { ...record, creationHeight, status: RECEIVED }
  const block = await storedRecordBlock(encodeRecord('StateInfo', stored))
  state.addBlock(block)
  const leaf = {
    update: block.cid,
    status: isFinal ? FINALIZED : RECEIVED,
    finalHeight: row === undefined ? shift.height : shift.row(row),
  } as const
  await rollapp.updates.set(index, leaf, { signal })
}

interface Pointers extends AbortOptions {
  readonly latest: ReadonlyMap<string, bigint>
  readonly latestFinal: ReadonlyMap<string, bigint>
}

async function setPointers(state: LedgerState, { latest, latestFinal, signal }: Pointers): Promise<void> {
  for (const [id, index] of [...latest, ...latestFinal]) {
    const rollapp = await state.findRollapp(id, { signal })
    if (!rollapp || index === 0n) throw inconsistent('pointers', `a pointer of "${id}" points at nothing`)
    rollapp.change({ latest: latest.get(id) ?? 0n, latestFinal: latestFinal.get(id) ?? 0n })
  }
}

const nameOf = ({ rollappId, index }: StateInfoIndex) => `${rollappId}/${index}`

function byName({ stateInfoIndex: a }: StateInfo, { stateInfoIndex: b }: StateInfo): number {
  if (a.rollappId !== b.rollappId) return a.rollappId < b.rollappId ? -1 : 1
  return a.index < b.index ? -1 : 1
}

const MAX_UINT64 = 0xffff_ffff_ffff_ffffn

const max = (a: bigint, b: bigint) => (a > b ? a : b)
