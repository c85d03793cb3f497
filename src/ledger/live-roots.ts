import { CID, RAW_CODEC } from '../codec/cid.ts'
import { isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { LiveRoot } from '../repo/live-roots.ts'
import { parseContentPath } from './da-path.ts'
import type { LedgerState } from './ledger-state.ts'
import { readRecord } from './read-record.ts'
import { editRollapp } from './rollapp-editor.ts'
import { FINALIZED, type RollappNode } from './rollapp-node.ts'
import { type LedgerRoot, loadRoot } from './root.ts'

export interface LiveRootOptions extends AbortOptions {
  /** Ledger heights for which the content of a record stays after it has become final. */
  readonly retention: bigint
  /** How many roots stay, the newest among them; all that are held when absent. */
  readonly keepRoots?: number | undefined
}

/**
 * What collection must leave: all of the state, what is held of its past as far as it is kept, and of the content that records
 * lead to what is held, from submission until finality and the retention after it. A reverted record keeps its
 * own block, and no content.
 */
export async function* ledgerLiveRoots(
  state: LedgerState,
  options: LiveRootOptions,
): AsyncGenerator<LiveRoot, void> {
  const { rollapps, queue } = await loadRoot(state.blocks, state.cid, options)
  if (rollapps) yield { cid: rollapps }
  if (queue) yield { cid: queue }
  if (options.keepRoots === undefined) yield { cid: state.cid, mayLack: true }
  else yield* newestRoots(state, options.keepRoots, options)
  for await (const [, node] of state.rollapps(options)) yield* contentOf(state, node, options)
}

/** Each root by itself, under the codec of bytes, so that the way back is not taken. */
async function* newestRoots(
  { cid: newest, blocks }: LedgerState,
  count: number,
  options: AbortOptions,
): AsyncGenerator<LiveRoot, void> {
  let cid: CID | undefined = newest
  for (let kept = 0; cid && kept < count; kept += 1) {
    yield { cid: CID.createV1(RAW_CODEC, cid.multihash), mayLack: true }
    const root: LedgerRoot | undefined = await loadRoot(blocks, cid, options).catch(absent)
    if (root?.rollapps) yield { cid: root.rollapps, mayLack: true }
    if (root?.queue) yield { cid: root.queue, mayLack: true }
    cid = root?.prev
  }
}

function absent(error: unknown): undefined {
  if (!isDomainError(error, 'not-found')) throw error
}

/** Later records become final no earlier: the first that is past its time ends the search. */
async function* contentOf(
  { blocks, height }: LedgerState,
  node: RollappNode,
  { retention, signal }: LiveRootOptions,
): AsyncGenerator<LiveRoot, void> {
  const { updates } = editRollapp(node, blocks)
  for await (const [, { update, status, finalHeight }] of updates.entries({ reverse: true, signal })) {
    if (status === FINALIZED && finalHeight + retention < height) return
    const content = pathOf((await readRecord(blocks, update, { signal })).DAPath)
    if (content) yield { cid: content.cid, mayLack: true }
  }
}

/** A record that was imported may hold what submission refuses. */
function pathOf(daPath: string) {
  try {
    return parseContentPath(daPath)
  } catch (error) {
    if (isDomainError(error, 'invalid-argument')) return undefined
    throw error
  }
}
