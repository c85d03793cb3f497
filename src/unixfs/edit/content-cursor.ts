/** A stream of bytes that several readers consume one after the other. */
export interface ContentCursor {
  /** Waits for the next piece. True while bytes remain. */
  hasMore(): Promise<boolean>
  /**
   * Copies the next bytes into `target` until it is full or the stream ends. Resolves to the number of bytes
   * copied.
   */
  fill(target: Uint8Array): Promise<number>
  /** The remaining bytes. */
  rest(): AsyncIterable<Uint8Array>
  /** Closes the source. Must be called at the end, also after an error. */
  close(): Promise<void>
}

/** Creates a cursor over at most `maxBytes` bytes of `content`. */
export function createContentCursor(
  content: AsyncIterable<Uint8Array>,
  maxBytes = Number.POSITIVE_INFINITY,
): ContentCursor {
  const pieces = content[Symbol.asyncIterator]()
  let piece: Uint8Array = new Uint8Array(0)
  let leftBytes = maxBytes
  let isDone = false

  const hasMore = async (): Promise<boolean> => {
    while (piece.byteLength === 0 && !isDone && leftBytes > 0) {
      const next = await pieces.next()
      isDone = next.done === true
      if (!next.done) piece = next.value.subarray(0, Math.min(next.value.byteLength, leftBytes))
    }
    return piece.byteLength > 0
  }
  const take = (mostBytes: number): Uint8Array => {
    const taken = piece.subarray(0, mostBytes)
    piece = piece.subarray(taken.byteLength)
    leftBytes -= taken.byteLength
    return taken
  }
  return {
    hasMore,
    async fill(target) {
      let filled = 0
      while (filled < target.byteLength && (await hasMore())) {
        const taken = take(target.byteLength - filled)
        target.set(taken, filled)
        filled += taken.byteLength
      }
      return filled
    },
    async *rest() {
      while (await hasMore()) yield take(piece.byteLength)
    },
    async close() {
      await pieces.return?.()
    },
  }
}
