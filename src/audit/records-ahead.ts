import type { StateInfo } from '../../proto/gen/ledger-schema.ts'
import type { BlockReader } from '../ledger/blocks/load-block.ts'
import { parseContentPath } from '../ledger/identifiers/da-path.ts'
import { readStateInfo } from '../ledger/state/read-record.ts'
import type { UpdateLeaf } from '../ledger/state/rollapp-node.ts'
import type { Trie } from '../ledger/trie/trie.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { AuditFault } from './faults.ts'

export interface RecordsAheadOptions extends AbortOptions {
  readonly updates: Pick<Trie<UpdateLeaf>, 'get'>
  /** The index of the last record. */
  readonly latest: bigint
  /** How many records are on their way, with their content, while one is looked at. */
  readonly ahead: number
}

export interface PlacedRecord {
  readonly index: bigint
  readonly leaf: UpdateLeaf
  readonly record: StateInfo
}

/**
 * The records of a rollapp in their order. What fails fails in its turn: an audit names the first fault. Throws
 * {@link AuditFault} for an index that is not there.
 */
export async function* recordsAhead(
  blocks: BlockReader,
  { updates, latest, ahead, signal }: RecordsAheadOptions,
): AsyncGenerator<PlacedRecord, void> {
  const left = new AbortController()
  const options = { signal: AbortSignal.any([left.signal, ...(signal ? [signal] : [])]) }
  const coming: Promise<PlacedRecord>[] = []

  const read = async (index: bigint, leaf: UpdateLeaf): Promise<PlacedRecord> => {
    const record = await readStateInfo(blocks, leaf.update, options)
    // Whoever reads its content in its turn meets what was wrong with it.
    if (ahead > 0) begun(blocks, record, options).catch(() => undefined)
    return { index, leaf, record }
  }
  const begin = async (index: bigint): Promise<PlacedRecord> => {
    const leaf = await updates.get(index, options)
    if (leaf) return read(index, leaf)
    throw new AuditFault({ kind: 'skipped', index, message: `Record ${index} is not there` })
  }
  try {
    for (let next = 1n, index = 1n; index <= latest; index += 1n) {
      for (; next <= latest && coming.length <= ahead; next += 1n) {
        const record = begin(next)
        record.catch(() => undefined)
        coming.push(record)
      }
      const record = await coming.shift()
      if (record) yield record
    }
  } finally {
    left.abort()
  }
}

async function begun(blocks: BlockReader, { DAPath }: StateInfo, options: AbortOptions): Promise<void> {
  const content = parseContentPath(DAPath)
  if (content) await blocks.get(content.cid, options)
}
