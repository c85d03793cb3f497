/** The bytes as a stream of chunks of `size` bytes; `ended` tells whether its reader left or it came to an end. */
export function chunked(bytes: Uint8Array, size = bytes.byteLength || 1) {
  const source = { ended: false, [Symbol.asyncIterator]: iterate }
  async function* iterate(): AsyncGenerator<Uint8Array, void> {
    try {
      for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size)
    } finally {
      source.ended = true
    }
  }
  return source
}
