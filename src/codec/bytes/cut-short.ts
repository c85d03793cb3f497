/**
 * How a stream that cannot be finished ends, on every surface: inside an element of its own format, so that
 * each reader of that format refuses it. workerd closes the body of a stream that failed as if it were whole,
 * and no host can send trailers, so that the status and the connection show nothing.
 *
 * - CAR: {@link CUT_CAR}. - Protobuf: {@link CUT_PROTOBUF}. - tar: inside the content of an entry, or in an
 *   extended header whose records do not follow (`content/tar.ts`). - gzip: without the last block and the
 *   trailer (`content/gzip.ts`).
 * - `multipart/byteranges`, files, blocks: short of the declared length.
 * - JSON lines: the error object is the last line (`rpc/reply.ts`).
 */

/**
 * A section of 127 bytes that ends inside its CID. A length alone is not enough: the reference's importer takes
 * it for the end of the file.
 */
export const CUT_CAR = Uint8Array.of(0x7f, 0x01, 0x55, 0x12, 0x20)

/** A field of 127 bytes that ends after the first. */
export const CUT_PROTOBUF = Uint8Array.of(0x0a, 0x7f, 0x00)

/**
 * The same pieces. If their source fails after the first one, `end` is yielded before the error is thrown;
 * before the first one the error can still become the answer.
 */
export async function* cutShort(
  pieces: AsyncIterable<Uint8Array>,
  end: Uint8Array,
): AsyncGenerator<Uint8Array, void> {
  let isBegun = false
  try {
    for await (const piece of pieces) {
      isBegun = true
      yield piece
    }
  } catch (error) {
    if (isBegun) yield end
    throw error
  }
}
