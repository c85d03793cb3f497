import type { BlockWriter } from '../../blocks/block-writer.ts'
import { CID } from '../../codec/cid/cid.ts'
import { hasherFor } from '../../codec/cid/hashers.ts'
import { assertSecureHash, hashBytes, verifyBlock } from '../../codec/cid/multihash.ts'
import { DomainError, isDomainError } from '../../errors.ts'
import type { Block } from '../../ports/blockstore.ts'
import { mapOrdered } from '../../streams/map-ordered.ts'

/** Blocks that are verified concurrently. */
const CONCURRENCY = 4

/**
 * Passes blocks to a writer in their order, each after it was verified against its CID, and yields their sizes.
 * Throws `corrupt` for the first block that does not match, `invalid-argument` for an insecure hash.
 */
export function storeVerified(writer: BlockWriter, blocks: AsyncIterable<Block>): AsyncGenerator<number> {
  return mapOrdered(blocks, {
    concurrency: CONCURRENCY,
    async transform({ cid, bytes }) {
      const room = await writer.takeRoom(bytes.byteLength)
      try {
        await verify(cid, bytes)
      } catch (error) {
        room()
        throw error
      }
      await writer.put(cid, bytes, { room })
      return bytes.byteLength
    },
  })
}

async function verify(cid: CID, bytes: Uint8Array): Promise<void> {
  assertSecureHash(cid.multihash)
  try {
    await verifyBlock(cid, bytes)
  } catch (cause) {
    const hasher = hasherFor(cid.multihash.code)
    if (!hasher || !isDomainError(cause, 'corrupt')) throw cause
    const found = await hashBytes(hasher, bytes, cid.multihash.digest.byteLength)
    const data = CID.create(cid.version, cid.code, found)
    throw new DomainError('corrupt', `mismatch in content integrity, name: ${cid}, data: ${data}`, { cause })
  }
}
