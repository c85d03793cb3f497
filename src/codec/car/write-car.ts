import type { Block } from '../../ports/blockstore.ts'
import { joinBytes } from '../bytes/bytes.ts'
import { CUT_CAR } from '../bytes/cut-short.ts'
import { writeVarint } from '../bytes/varint.ts'
import type { CID } from '../cid/cid.ts'
import { encodeCarHeader, PAYLOAD_VERSION } from './car-header.ts'

/**
 * Number of blocks that are read before the first byte is written: the way down to the first leaf of a file of any
 * usual depth. When one of them is missing, a response can still have the status of an error.
 */
const OPENING_BLOCKS = 4

/**
 * Writes a CAR of version 1: the header, then each block as it arrives, once the first {@link OPENING_BLOCKS} or all
 * have arrived. Yields two chunks for each block: its length and CID, and its bytes, which are not copied. If
 * `blocks` fails, the error is thrown: before the first byte, or after a CAR that ends inside a section.
 *
 * `@ipld/car` is not used for writing. Its writer can end a CAR only between two sections, where readers
 * consider it complete. It passes three chunks for each block through a queue that waits for each. And each of
 * its entry points, including the one for buffers, contains `cborg` and its readers, 9 to 11 kB gzip. Tests
 * read our CARs by it, and write CARs by it for our reader.
 */
export async function* writeCar(
  roots: readonly CID[],
  blocks: AsyncIterable<Block>,
): AsyncGenerator<Uint8Array, void> {
  const opening = [encodeCarHeader({ version: PAYLOAD_VERSION, roots })]
  let left = OPENING_BLOCKS
  try {
    for await (const { cid, bytes } of blocks) {
      opening.push(joinBytes([writeVarint(cid.bytes.byteLength + bytes.byteLength), cid.bytes]))
      if (bytes.byteLength > 0) opening.push(bytes)
      left -= 1
      if (left <= 0) yield* opening.splice(0)
    }
  } catch (error) {
    if (left <= 0) yield CUT_CAR
    throw error
  }
  yield* opening
}
