import { DAG_CBOR_CODEC } from '../codec/cid/cid.ts'
import { hasherFor } from '../codec/cid/hashers.ts'
import { encodeDagCbor } from '../codec/dag-cbor/encode-dag-cbor.ts'
import type { DagValue } from '../codec/ipld/dag-value.ts'
import { DomainError } from '../errors.ts'
import type { Block } from '../ports/blockstore.ts'
import { makeBlock } from './make-block.ts'

/** Encodes a value as a dag-cbor block under a CIDv1 with sha2-256: the form in which services store their records. */
export function cborBlock(value: DagValue): Promise<Block> {
  const hasher = hasherFor('sha2-256')
  if (!hasher) throw new DomainError('unsupported', 'Cannot make block: no sha2-256')
  return makeBlock(encodeDagCbor(value), { version: 1, codec: DAG_CBOR_CODEC, hasher, digestBytes: -1 })
}
