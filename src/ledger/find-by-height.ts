import type { StateInfo } from '../../proto/gen/ledger-schema.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { ledgerError } from './errors.ts'
import type { BlockReader } from './load-block.ts'
import { endHeight, readRecord } from './read-record.ts'
import type { RollappEditor } from './rollapp-editor.ts'
import type { UpdateLeaf } from './rollapp-node.ts'

export interface FoundRecord {
  readonly index: bigint
  readonly leaf: UpdateLeaf
  /** As it was submitted. */
  readonly record: StateInfo
}

/**
 * The record that covers a block height, or `undefined` past the last one: a binary search over the indexes,
 * whose records follow one another without gaps. Throws `invalid-argument` (1018) for height 0.
 */
export async function findByHeight(
  blocks: BlockReader,
  { node, updates }: Pick<RollappEditor, 'node' | 'updates'>,
  { height, signal }: AbortOptions & { readonly height: bigint },
): Promise<FoundRecord | undefined> {
  if (height === 0n) throw ledgerError('zeroHeight', 'Cannot find block of height 0')
  let low = 1n
  let high = node.latest
  while (low <= high) {
    const index = (low + high) >> 1n
    const leaf = await updates.get(index, { signal })
    if (!leaf) throw ledgerError('unreachable', `Cannot find record ${index} of rollapp "${node.id}"`)
    const record = await readRecord(blocks, leaf.update, { signal })
    if (height < record.startHeight) high = index - 1n
    else if (height > endHeight(record)) low = index + 1n
    else return { index, leaf, record }
  }
  return undefined
}
