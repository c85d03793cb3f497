import type { MessageName } from '../../../proto/gen/ledger-schema.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { ledgerError } from '../errors.ts'
import type { LedgerState } from '../ledger-state.ts'
import { getRollapp, listRollapps, type RollappView } from '../list-rollapps.ts'
import { listUpdates } from '../list-updates.ts'
import type { Page } from '../page.ts'
import { endHeight } from '../read-record.ts'
import { getLatest, resolveUpdate } from '../read-update.ts'
import type { Message } from '../records/message.ts'
import { type QueryValues, readNumber } from './read-values.ts'

export interface Query extends AbortOptions {
  readonly state: LedgerState
  /** The segments of the path after the name of the query. */
  readonly segments: readonly string[]
  readonly values: QueryValues
  /** The rollapp in which this node's calendar stands, or will stand. */
  readonly calendar: string
}

/** An answer: a message of the schema, or a single number under a name. */
export type Answered =
  | { readonly message: MessageName; readonly value: Message }
  | { readonly plain: Readonly<Record<string, string>> }

export interface QueryRoute {
  /** How many segments follow the name. */
  readonly takes: number
  answer(query: Query): Promise<Answered>
}

const first = ({ segments }: Query) => segments[0] ?? ''

/**
 * The queries of the settlement chains by the first segment of their paths, and beside them the finalization
 * queue, and the root of the answer: whoever audits this node begins there. Spec gap: the ledger document shows none; paths, fields and selection are those of its time.
 */
export const QUERIES: readonly (readonly [name: string, route: QueryRoute])[] = [
  ['params', { takes: 0, answer: params }],
  ['rollapp', { takes: 1, answer: async (query) => rollapp(await viewOf(query, first(query))) }],
  ['rollapp', { takes: 0, answer: rollapps }],
  ['eip155', { takes: 1, answer: byEip155 }],
  ['latest_state_index', { takes: 1, answer: latestIndex }],
  ['latest_height', { takes: 1, answer: (query) => latestHeight(query, query.values.flag('finalized')) }],
  ['latest_finalized_height', { takes: 1, answer: (query) => latestHeight(query, true) }],
  ['state_info', { takes: 2, answer: stateInfo }],
  ['state_info', { takes: 0, answer: stateInfos }],
  ['finalization_queue', { takes: 1, answer: queueRow }],
  ['head', { takes: 0, answer: head }],
]

async function params({ state: { params: held } }: Query): Promise<Answered> {
  const { disputePeriod, deployers, enabled } = held
  const value = {
    disputePeriodInBlocks: disputePeriod,
    deployerWhitelist: deployers.map(({ address, maxRollapps }) => ({ address, maxRollapps })),
    rollappsEnabled: enabled,
  }
  return { message: 'QueryParamsResponse', value: { params: value } }
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

function rollapp(view: RollappView): Answered {
  const { id, creator, version, revision, maxSequencers, permissioned } = view.rollapp
  const value = {
    ...{ rollappId: id, creator, version, revision, maxSequencers },
    permissionedAddresses: permissioned,
  }
  return { message: 'QueryGetRollappResponse', value: { rollapp: value, ...indexes(view) } }
}

async function byEip155(query: Query): Promise<Answered> {
  const found = await query.state.byEip155(readNumber('eip155', first(query)), { signal: query.signal })
  if (!found) throw ledgerError('unknownRollapp', `Cannot find rollapp of EIP155 number "${first(query)}"`)
  return rollapp(await viewOf(query, found.node.id))
}

async function rollapps({ state, values, signal }: Query): Promise<Answered> {
  const request = values.page()
  const page = await listRollapps(state, request, { signal })
  const list = page.items.map((view) => ({ rollappId: view.rollapp.id, ...indexes(view) }))
  const pagination = paginationOf(page, request)
  return { message: 'QueryAllRollappResponse', value: { rollapp: list, pagination } }
}

async function latestIndex(query: Query): Promise<Answered> {
  const { state, values, signal } = query
  const finalized = values.flag('finalized')
  const { record } = await getLatest(state, { rollappId: first(query), finalized }, { signal })
  return { message: 'QueryGetLatestStateIndexResponse', value: { stateIndex: record.stateInfoIndex } }
}

async function latestHeight(query: Query, finalized: boolean): Promise<Answered> {
  const { state, signal } = query
  const { record } = await getLatest(state, { rollappId: first(query), finalized }, { signal })
  return { plain: { height: `${endHeight(record)}` } }
}

async function stateInfo({ state, segments: [rollappId = '', index = ''], values, signal }: Query) {
  const wanted = {
    ...{ rollappId, index: readNumber('index', index) },
    ...{ height: values.number('height'), finalized: values.flag('finalized') },
  }
  const { record } = await resolveUpdate(state, wanted, { signal })
  return { message: 'QueryGetStateInfoResponse', value: { stateInfo: record } } as const
}

/** The list was one over all rollapps, filtered afterwards; here a rollapp must be named. */
async function stateInfos({ state, values, signal }: Query): Promise<Answered> {
  const rollappId = values.text('rollappId')
  if (rollappId === undefined)
    throw ledgerError('request', 'Cannot list records: parameter "rollappId" is missing')
  const request = values.page()
  const page = await listUpdates(state, { rollappId, ...request }, { signal })
  const list = page.items.map(({ summary }) => summary)
  const pagination = paginationOf(page, request)
  return { message: 'QueryAllStateInfoResponse', value: { stateInfo: list, pagination } }
}

/** The total is counted when it is asked for, or no limit was named, and never with a key. */
function paginationOf(
  { nextKey, total }: Page<unknown>,
  { key, countTotal }: ReturnType<QueryValues['page']>,
): Message {
  const isCounted = countTotal && (key?.byteLength ?? 0) === 0
  return { nextKey: nextKey ?? new Uint8Array(0), total: isCounted ? total : 0n }
}

async function queueRow(query: Query): Promise<Answered> {
  const height = readNumber('height', first(query))
  const entries = await query.state.queue.row(height, { signal: query.signal })
  const row = entries.map(({ rollappId, index }) => ({ rollappId, index }))
  const value = { finalizationHeight: height, finalizationQueue: row }
  return { message: 'BlockHeightToFinalizationQueue', value }
}

async function head({ state: { cid, height }, calendar }: Query): Promise<Answered> {
  return { plain: { root: cid.toString(), height: `${height}`, rollappId: calendar } }
}
