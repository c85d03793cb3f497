/** Small pieces are joined up to this size. */
const PIECE_BYTES = 64 * 1024

/**
 * Joins small pieces. A file that was cut into single bytes would otherwise cost a queue of pieces a hundred times
 * its content.
 */
export async function* mergeSmallPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let held = new Uint8Array(0)
  let heldBytes = 0
  for await (const piece of pieces) {
    if (heldBytes > 0 && heldBytes + piece.byteLength > PIECE_BYTES) {
      yield held.subarray(0, heldBytes)
      held = new Uint8Array(0)
      heldBytes = 0
    }
    if (piece.byteLength >= PIECE_BYTES / 4 && heldBytes === 0) {
      yield piece
      continue
    }
    const needed = heldBytes + piece.byteLength
    if (needed > held.byteLength) {
      const larger = new Uint8Array(Math.min(PIECE_BYTES, Math.max(needed, held.byteLength * 4)))
      larger.set(held.subarray(0, heldBytes))
      held = larger
    }
    held.set(piece, heldBytes)
    heldBytes = needed
  }
  if (heldBytes > 0) yield held.subarray(0, heldBytes)
}
