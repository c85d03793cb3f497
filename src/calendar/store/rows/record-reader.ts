import { binaryString } from '../../../codec/bytes/bytes.ts'
import type { CID } from '../../../codec/cid/cid.ts'
import { decodeDagCbor } from '../../../codec/dag-cbor/decode-dag-cbor.ts'
import { DomainError } from '../../../errors.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Blockstore } from '../../../ports/blockstore.ts'
import type { Collection, Records } from '../../model/records.ts'
import { readRecord } from '../record-block.ts'

/**
 * Reads the record of a block. Throws `corrupt` when the block is damaged or not stored, or is no such record: a row
 * names it, so it must be there.
 */
export type RecordReader = <C extends Collection>(
  collection: C,
  cid: CID,
  options?: AbortOptions,
) => Promise<Records[C]>

interface Kept {
  readonly collection: Collection
  readonly record: Records[Collection]
  readonly sizeBytes: number
}

/** Size limit of the cache, in encoded bytes; the decoded objects take some three times as much. */
const KEPT_BYTES = 2 * 1024 * 1024
const LARGEST_KEPT_BYTES = 32 * 1024

/**
 * Creates a reader with a cache of recent records: blocks never change, and the events of a list share few venues
 * and organizers. Concurrent reads of one block are shared. Callers share the returned records and must not change
 * them.
 */
export function createRecordReader(blockstore: Pick<Blockstore, 'get'>): RecordReader {
  const kept = new Map<string, Kept>()
  const underWay = new Map<string, Promise<Kept>>()
  let keptBytes = 0

  const keep = (key: string, item: Kept) => {
    if (item.sizeBytes > LARGEST_KEPT_BYTES || kept.has(key)) return
    kept.set(key, item)
    keptBytes += item.sizeBytes
    for (const [oldest, { sizeBytes }] of kept) {
      if (keptBytes <= KEPT_BYTES) return
      kept.delete(oldest)
      keptBytes -= sizeBytes
    }
  }

  const readBlock = async (collection: Collection, cid: CID, options: AbortOptions): Promise<Kept> => {
    const bytes = await blockstore.get(cid, options)
    if (!bytes) throw new DomainError('corrupt', `Cannot read record "${cid}": not held`)
    const record = readRecord(collection, decodeDagCbor(bytes))
    return { collection, record, sizeBytes: bytes.byteLength }
  }

  return async (collection, cid, options = {}) => {
    options.signal?.throwIfAborted()
    const key = binaryString(cid.multihash.digest)
    const held = kept.get(key)
    if (held && isOf(collection, held)) {
      kept.delete(key)
      kept.set(key, held)
      return held.record
    }
    // The other caller's read may have been aborted by its signal. This caller then reads the block itself.
    const others = await underWay.get(key)?.catch(() => undefined)
    options.signal?.throwIfAborted()
    if (others && isOf(collection, others)) return others.record
    const reading = readBlock(collection, cid, options)
    underWay.set(key, reading)
    try {
      const item = await reading
      keep(key, item)
      if (isOf(collection, item)) return item.record
      throw new DomainError('corrupt', `Cannot read record "${cid}": of another collection`)
    } finally {
      if (underWay.get(key) === reading) underWay.delete(key)
    }
  }
}

function isOf<C extends Collection>(
  collection: C,
  kept: Kept,
): kept is Kept & { readonly record: Records[C] } {
  return kept.collection === collection
}
