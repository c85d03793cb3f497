import { cborBlock } from '../blocks/cbor-block.ts'
import { type BlockReader, loadBlock } from '../blocks/load-block.ts'
import type { CID } from '../codec/cid/cid.ts'
import { decodeDagCbor } from '../codec/dag-cbor/decode-dag-cbor.ts'
import { isList } from '../codec/ipld/dag-value.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Block } from '../ports/blockstore.ts'
import type { Datastore, Entry } from '../ports/datastore.ts'
import { prefixRange } from '../state/keys.ts'

/** A block of rows is complete at this size. */
const BLOCK_BYTES = 256 * 1024

/** Reads the rows below some prefixes, and yields dag-cbor blocks with a list of `[key, value]` each. */
export async function* rowBlocks(
  datastore: Pick<Datastore, 'range'>,
  prefixes: readonly Uint8Array[],
  options: AbortOptions,
): AsyncGenerator<Block, void> {
  let rows: Entry[] = []
  let sizeBytes = 0
  for (const prefix of prefixes) {
    for await (const row of datastore.range(prefixRange(prefix), options)) {
      rows.push(row)
      sizeBytes += row[0].byteLength + row[1].byteLength
      if (sizeBytes < BLOCK_BYTES) continue
      yield await cborBlock(rows)
      rows = []
      sizeBytes = 0
    }
  }
  if (rows.length > 0) yield await cborBlock(rows)
}

/** Reads rows back. Throws `corrupt` for a block of another kind. */
export async function* savedRows(
  blocks: BlockReader,
  cids: readonly CID[],
  options: AbortOptions,
): AsyncGenerator<Entry, void> {
  for (const cid of cids) {
    const rows = decodeDagCbor(await loadBlock(blocks, cid, options))
    if (!isList(rows)) throw noRows(cid)
    for (const row of rows) {
      const [key, value] = isList(row) ? row : []
      if (!(key instanceof Uint8Array) || !(value instanceof Uint8Array)) throw noRows(cid)
      yield [key, value]
    }
  }
}

function noRows(cid: CID): DomainError {
  return new DomainError('corrupt', `Cannot restore backup: block "${cid}" is no list of rows`)
}
