import type { AbortOptions } from '../../ports/abort.ts'
import { parseRollappId } from '../identifiers/rollapp-id.ts'
import type { LedgerState } from '../state/ledger-state.ts'
import { endHeight } from '../state/read-record.ts'
import type { RollappNode } from '../state/rollapp-node.ts'
import { openRollapp } from '../state/rollapp-reader.ts'
import { type Page, type PageRequest, readPage, takePage } from './page.ts'
import { updateAt } from './read-update.ts'

/** A record and the last block height that it covers. */
export interface Reached {
  readonly index: bigint
  readonly height: bigint
}

export interface RollappView {
  readonly rollapp: RollappNode
  /** Absent when there is no record. */
  readonly latest?: Reached
  /** Absent when no record is final. */
  readonly latestFinal?: Reached
}

/** Reads a rollapp. Throws `not-found` (1007) for an unknown one. */
export async function getRollapp(
  state: LedgerState,
  id: string,
  options: AbortOptions = {},
): Promise<RollappView> {
  return viewOf(state, (await state.rollapp(id, options)).node, options)
}

/** Rollapps ordered by EIP155 number. Throws 3004 for an invalid page request. */
export async function listRollapps(
  state: LedgerState,
  request: PageRequest,
  options: AbortOptions = {},
): Promise<Page<RollappView>> {
  const { start, skip, limit, reverse } = readPage(request, numberOf)
  const total = BigInt(await state.rollappCount(options))
  const entries = state.rollapps({
    ...(reverse ? { to: start } : { from: start }),
    skip,
    reverse,
    ...options,
  })
  return takePage(entries, { limit, total, keyOf }, (_, node) => viewOf(state, node, options))
}

const keyOf = (_: bigint, { id }: RollappNode) => `${id}/`

function numberOf(key: string): bigint | undefined {
  return key.endsWith('/') ? parseRollappId(key.slice(0, -1))?.eip155 : undefined
}

async function viewOf(state: LedgerState, rollapp: RollappNode, options: AbortOptions): Promise<RollappView> {
  const reader = openRollapp(rollapp, state.blocks)
  const reached = async (pointer: 'latest' | 'latestFinal') => {
    const update = await updateAt(state, reader, pointer, options)
    return update && { index: rollapp[pointer], height: endHeight(update.record) }
  }
  const [latest, latestFinal] = [await reached('latest'), await reached('latestFinal')]
  return { rollapp, ...(latest && { latest }), ...(latestFinal && { latestFinal }) }
}
