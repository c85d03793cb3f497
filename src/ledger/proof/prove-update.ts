import { writeCar } from '../../codec/car/write-car.ts'
import type { CID } from '../../codec/cid/cid.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Block } from '../../ports/blockstore.ts'
import { mapOrdered } from '../../streams/map-ordered.ts'
import { loadLedgerBlock } from '../blocks/load-block.ts'
import { ledgerError } from '../errors.ts'
import { parseRollappId } from '../identifiers/rollapp-id.ts'
import { findByHeight } from '../queries/find-by-height.ts'
import type { LedgerState } from '../state/ledger-state.ts'
import { FINALIZED, type UpdateLeaf } from '../state/rollapp-node.ts'
import { FIRST_BLOCK } from '../state/root.ts'

export interface Claim {
  readonly rollappId: string
  /** Index of the record. When absent, `height` selects it: a block height that the record covers. */
  readonly index?: bigint | undefined
  readonly height?: bigint | undefined
  /** True requires the record to be final. */
  readonly final?: boolean | undefined
}

export interface LedgerProof {
  readonly root: CID
  readonly rollappId: string
  readonly index: bigint
  readonly leaf: UpdateLeaf
  /** CIDs from the root down to the record. */
  readonly blocks: readonly CID[]
}

/**
 * Collects the blocks that prove a record: root, nodes of the rollapps' trie, rollapp, nodes of the updates' trie,
 * record.
 *
 * Throws `not-found` (3005) when the record does not exist under the root, or is not final although `final` is set;
 * 1007 for an unknown rollapp.
 */
export async function proveUpdate(
  state: LedgerState,
  claim: Claim,
  options: AbortOptions = {},
): Promise<LedgerProof> {
  const rollapp = await state.rollapp(claim.rollappId, options)
  const { id } = rollapp.node
  const { height } = claim.index === undefined ? claim : {}
  const found =
    height === undefined ? undefined : await findByHeight(state.blocks, rollapp, { height, ...options })
  const index = claim.index ?? found?.index ?? 0n
  const leaf = await rollapp.updates.get(index, options)
  if (!leaf) {
    const what = height === undefined ? `${index}` : `at height ${height}`
    throw ledgerError('unreachable', `Cannot prove record ${what} of rollapp "${id}"`)
  }
  if (claim.final && (leaf.status !== FINALIZED || leaf.finalHeight > state.height)) {
    throw ledgerError('unreachable', `Cannot prove finality of record ${index} of rollapp "${id}": pending`)
  }
  const eip155 = parseRollappId(id)?.eip155 ?? 0n
  const above = await state.rollappPath(eip155, options)
  const inside = await rollapp.updates.path(index, options)
  return { root: state.cid, rollappId: id, index, leaf, blocks: [...above, ...inside, leaf.update] }
}

/** Blocks that are read concurrently. Few proofs have more. */
const READ_AHEAD = 16

/** Encodes a proof as a CAR whose root is the ledger root; the blocks are in order from the root down. */
export function proofCar(
  { blocks: reader }: LedgerState,
  { root, blocks }: LedgerProof,
  options: AbortOptions = {},
): AsyncGenerator<Uint8Array, void> {
  const transform = async (cid: CID): Promise<Block> =>
    cid.equals(FIRST_BLOCK.cid) ? FIRST_BLOCK : { cid, bytes: await loadLedgerBlock(reader, cid, options) }
  return writeCar([root], mapOrdered(blocks, { concurrency: READ_AHEAD, transform }))
}
