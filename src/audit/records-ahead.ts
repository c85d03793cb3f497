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
  /** Index of the last record. */
  readonly latest: bigint
  /** Number of records that are read ahead, with their content. */
  readonly ahead: number
}

export interface PlacedRecord {
  readonly index: bigint
  readonly leaf: UpdateLeaf
  readonly record: StateInfo
}

/**
 * Reads the records of a rollapp in order. Errors of read-ahead are thrown at the record's turn, so that an audit
 * reports the first fault. Throws {@link AuditFault} for a missing index.
 */
export async function* recordsAhead(
  blocks: BlockReader,
  { updates, latest, ahead, signal }: RecordsAheadOptions,
): AsyncGenerator<PlacedRecord, void> {
  const abortReads = new AbortController()
  const options = { signal: AbortSignal.any([abortReads.signal, ...(signal ? [signal] : [])]) }
  const pending: Promise<PlacedRecord>[] = []

  const read = async (index: bigint, leaf: UpdateLeaf): Promise<PlacedRecord> => {
    const record = await readStateInfo(blocks, leaf.update, options)
    // The error is thrown again when the content is read at the record's turn.
    if (ahead > 0) prefetchContent(blocks, record, options).catch(() => undefined)
    return { index, leaf, record }
  }
  const begin = async (index: bigint): Promise<PlacedRecord> => {
    const leaf = await updates.get(index, options)
    if (leaf) return read(index, leaf)
    throw new AuditFault({ kind: 'skipped', index, message: `Record ${index} is missing` })
  }
  try {
    for (let next = 1n, index = 1n; index <= latest; index += 1n) {
      for (; next <= latest && pending.length <= ahead; next += 1n) {
        const record = begin(next)
        record.catch(() => undefined)
        pending.push(record)
      }
      const record = await pending.shift()
      if (record) yield record
    }
  } finally {
    abortReads.abort()
  }
}

async function prefetchContent(
  blocks: BlockReader,
  { DAPath }: StateInfo,
  options: AbortOptions,
): Promise<void> {
  const content = parseContentPath(DAPath)
  if (content) await blocks.get(content.cid, options)
}
