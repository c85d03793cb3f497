/**
 * How an unfinished stream ends, on every surface: in the middle of an element of its own format, so that every
 * reader of that format rejects it. workerd ends the body of a failed stream as if it were complete, and no
 * host can send trailers, so neither the status nor the connection shows the failure.
 *
 * - CAR: {@link CUT_CAR}.
 * - Protobuf: {@link CUT_PROTOBUF}.
 * - tar: inside the content of an entry, or in an extended header without its records (`src/unixfs/tar/tar.ts`).
 * - gzip: without the last block and the trailer (`src/unixfs/tar/gzip.ts`).
 * - `multipart/byteranges`, files, blocks: shorter than the declared length.
 * - JSON lines: the last line is the error object (`src/rpc/serve/reply.ts`).
 */

/**
 * A section of 127 bytes that ends inside its CID. Its length alone is not enough: the reference's importer
 * takes that for the end of the file.
 */
export const CUT_CAR = Uint8Array.of(0x7f, 0x01, 0x55, 0x12, 0x20)

/** A field of 127 bytes that ends after the first byte. */
export const CUT_PROTOBUF = Uint8Array.of(0x0a, 0x7f, 0x00)

/**
 * Passes chunks on. If the source fails after the first chunk, yields `end` before it throws the error. Before
 * the first chunk it only throws, so that the error can still become the response.
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
