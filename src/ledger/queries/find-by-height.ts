import type { StateInfo } from '../../../proto/gen/ledger-schema.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { LedgerBlocks } from '../blocks/load-value.ts'
import { ledgerError } from '../errors.ts'
import { endHeight, readLastRecord, readStateInfo } from '../state/read-record.ts'
import type { UpdateLeaf } from '../state/rollapp-node.ts'
import type { RollappReader } from '../state/rollapp-reader.ts'

export interface FoundRecord {
  readonly index: bigint
  readonly leaf: UpdateLeaf
  /** The record as submitted. */
  readonly record: StateInfo
}

/**
 * Finds the record that covers a block height; `undefined` after the last block. Records follow one another without
 * gaps. The search alternates between bisection and interpolation: two or three reads when records have equal
 * lengths, at most twice the reads of a binary search.
 *
 * Throws `invalid-argument` (1018) for height 0.
 */
export async function findByHeight(
  blocks: LedgerBlocks,
  { node, updates }: RollappReader,
  { height, signal }: AbortOptions & { readonly height: bigint },
): Promise<FoundRecord | undefined> {
  if (height === 0n) throw ledgerError('zeroHeight', 'Cannot find block of height 0')
  const read = async (index: bigint, readThis = readStateInfo): Promise<FoundRecord> => {
    const leaf = await updates.get(index, { signal })
    if (!leaf) throw ledgerError('unreachable', `Cannot find record ${index} of rollapp "${node.id}"`)
    return { index, leaf, record: await readThis(blocks, leaf.update, { signal }) }
  }
  if (node.latest === 0n) return undefined
  const last = await read(node.latest, readLastRecord)
  if (height > endHeight(last.record)) return undefined
  if (height >= last.record.startHeight) return last
  // Invariant: the records from `low` to `high` cover the blocks from `start` to `end`.
  let [low, start] = [1n, 1n]
  let [high, end] = [node.latest - 1n, last.record.startHeight - 1n]
  for (let isEven = true; low <= high && start <= height && height <= end; isEven = !isEven) {
    const span = high - low
    const index = low + (isEven ? ((height - start) * (span + 1n)) / (end - start + 1n) : span >> 1n)
    const found = await read(index)
    if (height < found.record.startHeight) [high, end] = [index - 1n, found.record.startHeight - 1n]
    else if (height > endHeight(found.record)) [low, start] = [index + 1n, endHeight(found.record) + 1n]
    else return found
  }
  return undefined
}
