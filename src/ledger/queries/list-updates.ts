import type { StateInfoSummary } from '../../../proto/gen/ledger-schema.ts'
import type { CID } from '../../codec/cid/cid.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { LedgerState } from '../state/ledger-state.ts'
import { readStateInfo } from '../state/read-record.ts'
import { FINALIZED, RECEIVED, type RollappNode } from '../state/rollapp-node.ts'
import { type Page, type PageRequest, readPage, takePage } from './page.ts'

export interface ListUpdates extends PageRequest {
  readonly rollappId: string
  /** Only records of this status. A status that no record has gives an empty list. */
  readonly status?: number | undefined
}

export interface ListedUpdate {
  readonly summary: StateInfoSummary
  readonly cid: CID
  readonly finalHeight: bigint
}

/** Nodes that are read concurrently: a page of 100 records spans five. */
const NODES_AHEAD = 8

/**
 * Records of one rollapp ordered by index. Final records precede pending ones, so a status is a range of indexes:
 * only the last page can be short, and the total is known without counting.
 *
 * Throws 1007, and 3004 for an invalid page request. Spec gap: the document shows no lists.
 */
export async function listUpdates(
  state: LedgerState,
  { rollappId, status, ...request }: ListUpdates,
  options: AbortOptions = {},
): Promise<Page<ListedUpdate>> {
  const prefix = `${rollappId.trim()}/`
  const { start, skip, limit, reverse } = readPage(request, (key) => indexOf(key, prefix))
  const { node, updates } = await state.rollapp(rollappId, options)
  const { first, last } = indexesOf(node, status)
  const passed = BigInt(skip)
  const begin = reverse ? min(start ?? last - passed, last) : max(start ?? first + passed, first)
  // One entry more than the page, to know whether another page follows.
  const [from, to] = reverse
    ? [max(begin - BigInt(limit), first), begin]
    : [begin, min(begin + BigInt(limit), last)]
  const total = last - first + 1n
  if (from > to) return { items: [], total }
  const entries = updates.entries({ from, to, reverse, ahead: NODES_AHEAD, ...options })
  const keyOf = (index: bigint) => `${node.id}/${index}/`
  return takePage(entries, { limit, total, keyOf }, async (index, { update, status: now, finalHeight }) => {
    const { creationHeight } = await readStateInfo(state.blocks, update, options)
    const stateInfoIndex = { rollappId: node.id, index }
    return { summary: { stateInfoIndex, status: now, creationHeight }, cid: update, finalHeight }
  })
}

function indexOf(key: string, prefix: string): bigint | undefined {
  const [, digits] = (key.startsWith(prefix) && /^([1-9][0-9]{0,19})\/$/.exec(key.slice(prefix.length))) || []
  return digits === undefined ? undefined : BigInt(digits)
}

function indexesOf({ latest, latestFinal }: RollappNode, status: number | undefined) {
  if (status === undefined) return { first: 1n, last: latest }
  if (status === FINALIZED) return { first: 1n, last: latestFinal }
  if (status === RECEIVED) return { first: latestFinal + 1n, last: latest }
  return { first: 1n, last: 0n }
}

const max = (a: bigint, b: bigint) => (a > b ? a : b)
const min = (a: bigint, b: bigint) => (a < b ? a : b)
