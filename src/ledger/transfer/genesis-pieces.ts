import type { GenesisState, Rollapp, StateInfo, StateInfoIndex } from '../../../proto/gen/ledger-schema.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { listQueue } from '../queries/list-queue.ts'
import type { LedgerState } from '../state/ledger-state.ts'
import { readStateInfo } from '../state/read-record.ts'
import type { RollappNode } from '../state/rollapp-node.ts'
import { openRollapp } from '../state/rollapp-reader.ts'

/** A piece of a genesis document. Fields come in the order of their numbers; a list gives one piece for each entry. */
export type GenesisPiece = Partial<GenesisState>

/**
 * The state of a ledger as pieces of a genesis document, so that it is never held as a whole: parameters, rollapps
 * by id, records by id and index, both pointers, rows of the queue by height, and the ledger height. Equal states
 * give equal pieces.
 *
 * The document cannot express reverted records, the rule of one update per height, and the heights at which records
 * became final.
 */
export async function* genesisPieces(
  state: LedgerState,
  options: AbortOptions = {},
): AsyncGenerator<GenesisPiece, void> {
  const { disputePeriod, enabled, deployers } = state.params
  yield {
    params: {
      disputePeriodInBlocks: disputePeriod,
      deployerWhitelist: deployers,
      rollappsEnabled: enabled,
    },
  }
  const nodes: RollappNode[] = []
  for await (const [, node] of state.rollapps(options)) nodes.push(node)
  nodes.sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const node of nodes) yield { rollappList: [rollappOf(node)] }
  for (const node of nodes) {
    for await (const record of records(state, node, options)) yield { stateInfoList: [record] }
  }
  for (const { id, latest } of nodes) yield* pointer('latestStateInfoIndexList', id, latest)
  for (const { id, latestFinal } of nodes) yield* pointer('latestFinalizedStateIndexList', id, latestFinal)
  for await (const { height, entries } of listQueue(state, options)) {
    yield {
      blockHeightToFinalizationQueueList: [{ finalizationHeight: height, finalizationQueue: entries }],
    }
  }
  yield { ledgerHeight: state.height }
}

function* pointer(
  list: 'latestStateInfoIndexList' | 'latestFinalizedStateIndexList',
  rollappId: string,
  index: bigint,
): Generator<GenesisPiece, void> {
  const entry: StateInfoIndex = { rollappId, index }
  if (index > 0n) yield { [list]: [entry] }
}

async function* records(
  { blocks }: LedgerState,
  node: RollappNode,
  options: AbortOptions,
): AsyncGenerator<StateInfo, void> {
  for await (const [, { update, status }] of openRollapp(node, blocks).updates.entries(options)) {
    yield { ...(await readStateInfo(blocks, update, options)), status }
  }
}

function rollappOf({ id, creator, version, revision, maxSequencers, permissioned }: RollappNode): Rollapp {
  return {
    ...{ rollappId: id, creator, version, maxSequencers, permissionedAddresses: permissioned, revision },
    ...{ codeStamp: '', genesisPath: '', maxWithholdingBlocks: 0n, tokenMetadata: [] },
  }
}
