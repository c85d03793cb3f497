import { blockFormat } from '../../blocks/block-format.ts'
import { makeBlock } from '../../blocks/make-block.ts'
import { encodeDagCbor } from '../../codec/dag-cbor/encode-dag-cbor.ts'
import type { DagValue } from '../../codec/ipld/dag-value.ts'
import type { Block } from '../../ports/blockstore.ts'

const CBOR = blockFormat({ codec: 'dag-cbor', mhtype: 'sha2-256', mhlen: -1 })
const RAW = blockFormat({ codec: 'raw', mhtype: 'sha2-256', mhlen: -1 })

/** A value as a dag-cbor block under its CIDv1 with sha2-256: everything of the ledger but its records. */
export function cborBlock(value: DagValue): Promise<Block> {
  return makeBlock(encodeDagCbor(value), CBOR)
}

/** The stored bytes of a record under their raw CIDv1 with sha2-256. */
export function recordBlock(bytes: Uint8Array): Promise<Block> {
  return makeBlock(bytes, RAW)
}
