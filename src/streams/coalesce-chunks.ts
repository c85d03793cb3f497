/** Chunks are collected until they have this many bytes together. */
const MIN_BYTES = 64 * 1024

/**
 * Joins small chunks, because a host has a fixed cost for each. Large chunks pass unchanged. If the source
 * fails, the bytes before the failure are yielded first. If none was yielded yet, only the error is thrown, so
 * that it can still become the whole response.
 */
export async function* coalesceChunks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let buffer = new Uint8Array(MIN_BYTES)
  let held = 0
  let isBegun = false
  try {
    for await (const piece of pieces) {
      if (held + piece.byteLength > MIN_BYTES && held > 0) {
        isBegun = true
        yield buffer.subarray(0, held)
        buffer = new Uint8Array(MIN_BYTES)
        held = 0
      }
      if (piece.byteLength >= MIN_BYTES) {
        isBegun = true
        yield piece
        continue
      }
      buffer.set(piece, held)
      held += piece.byteLength
    }
  } catch (error) {
    if (isBegun && held > 0) yield buffer.subarray(0, held)
    throw error
  }
  if (held > 0) yield buffer.subarray(0, held)
}
