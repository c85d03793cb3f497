/** Pieces are given on when they have this much together. */
const LEAST_BYTES = 64 * 1024

/** The same bytes in fewer pieces: a host pays for each. Large pieces pass as they are. */
export async function* gathered(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let buffer = new Uint8Array(LEAST_BYTES)
  let held = 0
  for await (const piece of pieces) {
    if (held + piece.byteLength > LEAST_BYTES && held > 0) {
      yield buffer.subarray(0, held)
      buffer = new Uint8Array(LEAST_BYTES)
      held = 0
    }
    if (piece.byteLength >= LEAST_BYTES) {
      yield piece
      continue
    }
    buffer.set(piece, held)
    held += piece.byteLength
  }
  if (held > 0) yield buffer.subarray(0, held)
}
