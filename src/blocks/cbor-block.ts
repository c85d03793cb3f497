import { DAG_CBOR_CODEC } from '../codec/cid/cid.ts'
import { hasherFor } from '../codec/cid/hashers.ts'
import { encodeDagCbor } from '../codec/dag-cbor/encode-dag-cbor.ts'
import { MAX_BLOCK_BYTES } from '../codec/dag-pb/dag-pb.ts'
import type { DagValue } from '../codec/ipld/dag-value.ts'
import { DomainError } from '../errors.ts'
import type { Block } from '../ports/blockstore.ts'
import { makeBlock } from './make-block.ts'

/**
 * Encodes a value as a dag-cbor block under a CIDv1 with sha2-256: the form in which services store their records.
 * Throws `too-large` beyond {@link MAX_BLOCK_BYTES}: nothing could read it.
 */
export async function cborBlock(value: DagValue): Promise<Block> {
  const hasher = hasherFor('sha2-256')
  if (!hasher) throw new DomainError('unsupported', 'Cannot make block: no sha2-256')
  const bytes = encodeDagCbor(value)
  if (bytes.byteLength > MAX_BLOCK_BYTES)
    throw new DomainError(
      'too-large',
      `Cannot make block of ${bytes.byteLength} bytes: over ${MAX_BLOCK_BYTES}`,
    )
  return makeBlock(bytes, { version: 1, codec: DAG_CBOR_CODEC, hasher, digestBytes: -1 })
}
