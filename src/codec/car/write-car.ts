import type { Block } from '../../ports/blockstore.ts'
import { joinBytes } from '../bytes/bytes.ts'
import { CUT_CAR } from '../bytes/cut-short.ts'
import { writeVarint } from '../bytes/varint.ts'
import type { CID } from '../cid/cid.ts'
import { encodeCarHeader, PAYLOAD_VERSION } from './car-header.ts'

/**
 * Writes a CAR of version 1: the header, then each block as it arrives. Yields two chunks for each block: its
 * length and CID, and its bytes, which are not copied. If `blocks` fails, the CAR ends inside a section and the
 * error is thrown.
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
  yield encodeCarHeader({ version: PAYLOAD_VERSION, roots })
  try {
    for await (const { cid, bytes } of blocks) {
      yield joinBytes([writeVarint(cid.bytes.byteLength + bytes.byteLength), cid.bytes])
      if (bytes.byteLength > 0) yield bytes
    }
  } catch (error) {
    yield CUT_CAR
    throw error
  }
}
