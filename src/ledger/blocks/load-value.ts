import type { CID } from '../../codec/cid/cid.ts'
import { decodeDagCbor } from '../../codec/dag-cbor/decode-dag-cbor.ts'
import type { DagValue } from '../../codec/ipld/dag-value.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { type BlockReader, loadLedgerBlock } from './load-block.ts'

/** A cache of decoded blocks. */
export interface KeptValues {
  get(cid: CID): DagValue | undefined
  keep(cid: CID, value: DagValue): void
}

/** The blocks of a ledger. */
export interface LedgerBlocks extends BlockReader {
  /** When absent, every read decodes the block again. */
  readonly values?: KeptValues | undefined
}

/**
 * Maximum number of cached trie nodes, of up to 20 KB each: the upper levels of a large ledger and recently used
 * paths.
 */
const KEPT_VALUES = 512

export function createKeptValues(): KeptValues {
  const kept = new Map<string, DagValue>()
  return {
    get(cid) {
      const key = cid.toString()
      const value = kept.get(key)
      if (value === undefined) return undefined
      // The map is ordered by last use; its first entry is evicted when it is full.
      kept.delete(key)
      kept.set(key, value)
      return value
    },
    keep(cid, value) {
      const oldest = kept.size >= KEPT_VALUES ? kept.keys().next() : undefined
      if (oldest?.done === false) kept.delete(oldest.value)
      kept.set(cid.toString(), value)
    },
  }
}

/** Reads and decodes a dag-cbor block of the ledger. Throws `corrupt`, and 3005 when it is missing. */
export async function loadValue(blocks: LedgerBlocks, cid: CID, options: AbortOptions): Promise<DagValue> {
  const held = blocks.values?.get(cid)
  if (held !== undefined) return held
  const value = decodeDagCbor(await loadLedgerBlock(blocks, cid, options))
  blocks.values?.keep(cid, value)
  return value
}
