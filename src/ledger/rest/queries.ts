import type { AbortOptions } from '../../ports/abort.ts'
import { ledgerError } from '../errors.ts'
import { getRollapp, listRollapps, type RollappView } from '../queries/list-rollapps.ts'
import { listUpdates } from '../queries/list-updates.ts'
import type { Page } from '../queries/page.ts'
import { getLatest, resolveUpdate } from '../queries/read-update.ts'
import type { Message } from '../records/message.ts'
import type { LedgerState } from '../state/ledger-state.ts'
import { endHeight } from '../state/read-record.ts'
import { type QueryValues, readNumber } from './read-values.ts'

export interface Query extends AbortOptions {
  readonly state: LedgerState
  /** Path segments after the name of the query. */
  readonly segments: readonly string[]
  readonly values: QueryValues
  /** The rollapp of this node's calendar, which may not exist yet. */
  readonly calendar: string
}

const first = ({ segments }: Query) => segments[0] ?? ''

async function params({ state: { params: held } }: Query): Promise<Message> {
  const { disputePeriod, deployers, enabled } = held
  const value = {
    disputePeriodInBlocks: disputePeriod,
    deployerWhitelist: deployers.map(({ address, maxRollapps }) => ({ address, maxRollapps })),
    rollappsEnabled: enabled,
  }
  return { params: value }
}

function viewOf({ state, signal }: Query, id: string): Promise<RollappView> {
  return getRollapp(state, id, { signal })
}

function indexes({ rollapp: { id }, latest, latestFinal }: RollappView): Message {
  return {
    ...(latest && { latestStateIndex: { rollappId: id, index: latest.index } }),
    ...(latestFinal && { latestFinalizedStateIndex: { rollappId: id, index: latestFinal.index } }),
  }
}

function shown(view: RollappView): Message {
  const { id, creator, version, revision, maxSequencers, permissioned } = view.rollapp
  const value = {
    ...{ rollappId: id, creator, version, revision, maxSequencers },
    permissionedAddresses: permissioned,
  }
  return { rollapp: value, ...indexes(view) }
}

async function rollapp(query: Query): Promise<Message> {
  return shown(await viewOf(query, first(query)))
}

async function byEip155(query: Query): Promise<Message> {
  const found = await query.state.byEip155(readNumber('eip155', first(query)), { signal: query.signal })
  if (!found) throw ledgerError('unknownRollapp', `Cannot find rollapp of EIP155 number "${first(query)}"`)
  return shown(await viewOf(query, found.node.id))
}

async function rollapps({ state, values, signal }: Query): Promise<Message> {
  const request = values.page()
  const page = await listRollapps(state, request, { signal })
  const list = page.items.map((view) => ({ rollappId: view.rollapp.id, ...indexes(view) }))
  const pagination = paginationOf(page, request)
  return { rollapp: list, pagination }
}

async function latestIndex(query: Query): Promise<Message> {
  const { state, values, signal } = query
  const finalized = values.flag('finalized')
  const { record } = await getLatest(state, { rollappId: first(query), finalized }, { signal })
  return { stateIndex: record.stateInfoIndex }
}

async function endOf(query: Query, finalized: boolean): Promise<Message> {
  const { state, signal } = query
  const { record } = await getLatest(state, { rollappId: first(query), finalized }, { signal })
  return { height: `${endHeight(record)}` }
}

const latestHeight = (query: Query): Promise<Message> => endOf(query, query.values.flag('finalized'))

const latestFinalizedHeight = (query: Query): Promise<Message> => endOf(query, true)

async function stateInfo({
  state,
  segments: [rollappId = '', index = ''],
  values,
  signal,
}: Query): Promise<Message> {
  const wanted = {
    ...{ rollappId, index: readNumber('index', index) },
    ...{ height: values.number('height'), finalized: values.flag('finalized') },
  }
  const { record } = await resolveUpdate(state, wanted, { signal })
  return { stateInfo: record }
}

/**
 * Lists the records of one rollapp. The network's list covered all rollapps and filtered afterwards; here a rollapp
 * is required.
 */
async function stateInfos({ state, values, signal }: Query): Promise<Message> {
  const rollappId = values.text('rollappId')
  if (rollappId === undefined)
    throw ledgerError('request', 'Cannot list records: parameter "rollappId" is missing')
  const request = values.page()
  const page = await listUpdates(state, { rollappId, ...request }, { signal })
  const list = page.items.map(({ summary }) => summary)
  const pagination = paginationOf(page, request)
  return { stateInfo: list, pagination }
}

/** The total is counted when requested or when no limit was sent, and never with a key. */
function paginationOf(
  { nextKey, total }: Page<unknown>,
  { key, countTotal }: ReturnType<QueryValues['page']>,
): Message {
  const isCounted = countTotal && (key?.byteLength ?? 0) === 0
  return { nextKey: nextKey ?? new Uint8Array(0), total: isCounted ? total : 0n }
}

/** Every caller may ask for the row of a root that somebody has made up, and the response has no pages. */
const MOST_QUEUED = 100_000

async function queueRow(query: Query): Promise<Message> {
  const height = readNumber('height', first(query))
  const entries = await query.state.queue.row(height, { most: MOST_QUEUED, signal: query.signal })
  const row = entries.map(({ rollappId, index }) => ({ rollappId, index }))
  const value = { finalizationHeight: height, finalizationQueue: row }
  return value
}

async function head({ state: { cid, height }, calendar }: Query): Promise<Message> {
  return { root: cid.toString(), height: `${height}`, rollappId: calendar }
}

/** The answer of each query. */
export const ANSWERS = {
  params,
  rollapp,
  byEip155,
  rollapps,
  latestIndex,
  latestHeight,
  latestFinalizedHeight,
  stateInfo,
  stateInfos,
  queueRow,
  head,
} satisfies Readonly<Record<string, (query: Query) => Promise<Message>>>
