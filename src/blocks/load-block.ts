import { type CID, DAG_PB_CODEC, IDENTITY_CODE } from '../codec/cid/cid.ts'
import { assertSecureHash } from '../codec/cid/multihash.ts'
import { decodeDagPb, type PBNode } from '../codec/dag-pb/dag-pb.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import type { ReadAheadLimit } from '../streams/read-ahead-limit.ts'
import { blockNotFound } from './not-found.ts'

/** The part of a store that readers of content need. A session has the other two as well. */
export interface BlockReader extends Pick<Blockstore, 'get'> {
  readonly readAhead?: ReadAheadLimit | undefined
  readonly prefetch?: ((cids: readonly CID[]) => void) | undefined
}

/**
 * Reads the bytes of a block. Those of an identity CID are in the CID itself and never in a store.
 *
 * Throws `invalid-argument` for a hash function that is too weak, and `not-found` with the text of the
 * reference implementation for an absent block.
 */
export async function loadBlock(blocks: BlockReader, cid: CID, options: AbortOptions): Promise<Uint8Array> {
  options.signal?.throwIfAborted()
  assertSecureHash(cid.multihash)
  if (cid.multihash.code === IDENTITY_CODE) return cid.multihash.digest
  const bytes = await blocks.get(cid, options)
  if (bytes === undefined) throw blockNotFound(cid)
  return bytes
}

/**
 * Reads a dag-pb node. Throws `unsupported` for a CID of another codec, and the errors of {@link loadBlock} and
 * of the codec.
 */
export async function loadDagPb(blocks: BlockReader, cid: CID, options: AbortOptions): Promise<PBNode> {
  if (cid.code !== DAG_PB_CODEC) throw new DomainError('unsupported', 'expected protobuf dag node')
  return decodeDagPb(await loadBlock(blocks, cid, options))
}
