import type { CID } from '../../codec/cid/cid.ts'
import { decodeDagCbor } from '../../codec/dag-cbor/decode-dag-cbor.ts'
import type { DagValue } from '../../codec/ipld/dag-value.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { type BlockReader, loadLedgerBlock } from './load-block.ts'

/** Decoded blocks that were read or made lately. */
export interface KeptValues {
  get(cid: CID): DagValue | undefined
  keep(cid: CID, value: DagValue): void
}

/** Where the blocks of a ledger are read from. */
export interface LedgerBlocks extends BlockReader {
  /** Absent, each block is decoded anew. */
  readonly values?: KeptValues | undefined
}

/** Nodes of tries, up to 20 KB each: the upper levels of a large ledger, and recent paths below them. */
const KEPT_VALUES = 512

export function createKeptValues(): KeptValues {
  const kept = new Map<string, DagValue>()
  return {
    get(cid) {
      const key = cid.toString()
      const value = kept.get(key)
      if (value === undefined) return undefined
      // The map is in the order of use: its first one goes when there is no more room.
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

/** A dag-cbor block of the ledger, decoded. Throws `corrupt`, and 3005 when it is not held. */
export async function loadValue(blocks: LedgerBlocks, cid: CID, options: AbortOptions): Promise<DagValue> {
  const held = blocks.values?.get(cid)
  if (held !== undefined) return held
  const value = decodeDagCbor(await loadLedgerBlock(blocks, cid, options))
  blocks.values?.keep(cid, value)
  return value
}
