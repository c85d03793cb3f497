import { type CID, DAG_CBOR_CODEC } from '../../codec/cid/cid.ts'
import { decodeDagCbor } from '../../codec/dag-cbor/decode-dag-cbor.ts'
import type { DagValue } from '../../codec/ipld/dag-value.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { ledgerError } from '../errors.ts'
import { checkLink } from './check-link.ts'
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
  /** Called for each value. Once in many it gives a promise for the host's next turn. */
  readonly nextTurn?: (() => Promise<void> | undefined) | undefined
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

/** Values that are read before the host gets a turn: a walk over cached ones alone would keep all requests waiting. */
const VALUES_A_TURN = 256

export interface TurnOptions {
  /** Absent on a host that needs no turns. */
  readonly nextTurn?: ((readBytes: number) => Promise<void>) | undefined
}

/** Counts the values that are read: see {@link LedgerBlocks}. */
export function countTurns({ nextTurn }: TurnOptions): NonNullable<LedgerBlocks['nextTurn']> {
  let reads = 0
  return () => {
    reads += 1
    return reads % VALUES_A_TURN === 0 ? nextTurn?.(0) : undefined
  }
}

/** Reads and decodes a dag-cbor block of the ledger, through the cache. Throws what {@link readLedgerValue} throws. */
export async function loadValue(blocks: LedgerBlocks, cid: CID, options: AbortOptions): Promise<DagValue> {
  const turn = blocks.nextTurn?.()
  if (turn) await turn
  const held = blocks.values?.get(cid)
  if (held !== undefined) return held
  const value = await readLedgerValue(blocks, cid, options)
  blocks.values?.keep(cid, value)
  return value
}

/**
 * Reads and decodes a dag-cbor block of the ledger, without a cache. Throws `corrupt`, also for a link of another
 * codec, and 3005 when the block is missing.
 */
export async function readLedgerValue(
  blocks: BlockReader,
  cid: CID,
  options: AbortOptions,
): Promise<DagValue> {
  checkLink(cid, { codec: DAG_CBOR_CODEC, what: 'ledger node' })
  return decodeDagCbor(await loadLedgerBlock(blocks, cid, options))
}

/** The same blocks without a cache, up to so many bytes. Then reads throw `too-large` (3004). */
export function limitedBlocks({ get, nextTurn }: LedgerBlocks, maxBytes: number): LedgerBlocks {
  let readBytes = 0
  return {
    async get(cid, options) {
      const bytes = await get(cid, options)
      readBytes += bytes?.byteLength ?? 0
      if (readBytes <= maxBytes) return bytes
      throw ledgerError(
        'longPage',
        `Cannot read more of this root: over ${maxBytes} bytes; ask for fewer entries`,
      )
    },
    nextTurn,
  }
}
