import type { MessageName } from '../../../proto/gen/ledger-schema.ts'
import type { ANSWERS } from './queries.ts'

/** The query parameters of a query. `page` means the five parameters of a page. */
export type QueryField = 'finalized' | 'height' | 'rollappId' | 'page'

export interface QueryRoute {
  /** The first segment of the path. */
  readonly name: string
  /** Operation id in the OpenAPI document. */
  readonly id: string
  readonly about: string
  /** The meaning of the other segments. */
  readonly segments: readonly ('rollappId' | 'index' | 'eip155' | 'height')[]
  readonly query?: readonly QueryField[]
  /** The answer: a message of the schema, or texts under these names. */
  readonly gives: MessageName | readonly string[]
  /** Only the name of the function, since routes are needed before the code of the queries is. */
  readonly answer: keyof typeof ANSWERS
}

const rollappRoute = { gives: 'QueryGetRollappResponse' } as const
const heightRoute = { segments: ['rollappId'], gives: ['height'] } as const

/**
 * The queries of settlement chains by the first segment of their path, plus the finalization queue, and `head`,
 * with which an audit begins. Spec gap: the ledger document shows no queries; paths, fields and selection are those
 * of its time.
 */
export const QUERIES: readonly QueryRoute[] = [
  {
    ...{ name: 'params', id: 'params', about: 'Parameters of the ledger', segments: [] },
    gives: 'QueryParamsResponse',
    answer: 'params',
  },
  {
    ...{ name: 'rollapp', id: 'rollapp', about: 'A rollapp and its latest records', segments: ['rollappId'] },
    ...rollappRoute,
    answer: 'rollapp',
  },
  {
    ...{ name: 'rollapp', id: 'rollapps', about: 'All rollapps', segments: [], query: ['page'] },
    gives: 'QueryAllRollappResponse',
    answer: 'rollapps',
  },
  {
    ...{ name: 'eip155', id: 'rollappByEip155', about: 'The rollapp of an EIP155 number' },
    ...{ segments: ['eip155'], ...rollappRoute },
    answer: 'byEip155',
  },
  {
    ...{ name: 'latest_state_index', id: 'latestStateIndex', about: 'Index of the latest record' },
    ...{ segments: ['rollappId'], query: ['finalized'], gives: 'QueryGetLatestStateIndexResponse' },
    answer: 'latestIndex',
  },
  {
    ...{ name: 'latest_height', id: 'latestHeight', about: 'Last block height of the latest record' },
    ...{ ...heightRoute, query: ['finalized'] },
    answer: 'latestHeight',
  },
  {
    ...{ name: 'latest_finalized_height', id: 'latestFinalizedHeight' },
    ...{ about: 'Last block height of the latest final record', ...heightRoute },
    answer: 'latestFinalizedHeight',
  },
  {
    ...{ name: 'state_info', id: 'stateInfo' },
    about:
      'A record: that of the index; for index 0 the record of `height`; without both the latest, or the latest final one',
    ...{
      segments: ['rollappId', 'index'],
      query: ['height', 'finalized'],
      gives: 'QueryGetStateInfoResponse',
    },
    answer: 'stateInfo',
  },
  {
    ...{ name: 'state_info', id: 'stateInfos', about: 'Records of a rollapp, by index', segments: [] },
    ...{ query: ['rollappId', 'page'], gives: 'QueryAllStateInfoResponse' },
    answer: 'stateInfos',
  },
  {
    ...{ name: 'finalization_queue', id: 'finalizationQueue' },
    ...{ about: 'Records that become final at a ledger height', segments: ['height'] },
    gives: 'BlockHeightToFinalizationQueue',
    answer: 'queueRow',
  },
  {
    ...{ name: 'head', id: 'head', segments: [], gives: ['root', 'height', 'rollappId'] },
    about: 'The root that is read, its ledger height, and the rollapp of the calendar: where an audit begins',
    answer: 'head',
  },
]
