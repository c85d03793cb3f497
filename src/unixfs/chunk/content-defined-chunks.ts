/** A rule that finds the ends of chunks from their content. */
export interface BoundaryRule {
  readonly maxBytes: number
  /**
   * Length of the chunk at the start of `bytes`, at least 1. `bytes` are the next `maxBytes` of the stream, or all
   * the rest of it. No state is kept between chunks.
   */
  chunkLength(bytes: Uint8Array): number
}

const MIN_CAPACITY_BYTES = 65_536

/**
 * Cuts a stream by a rule; an empty stream has no chunks. A piece with at least `maxBytes` is cut directly, without
 * copying the rest of it. Smaller remainders are collected in one growing buffer of at most twice `maxBytes`. Each
 * chunk has its own memory.
 */
export async function* contentDefinedChunks(
  source: AsyncIterable<Uint8Array>,
  { maxBytes, chunkLength }: BoundaryRule,
): AsyncGenerator<Uint8Array> {
  let held = new Uint8Array(0)
  let start = 0
  let end = 0

  const hold = (bytes: Uint8Array) => {
    const needed = end - start + bytes.byteLength
    if (end + bytes.byteLength > held.byteLength) {
      const isRoomy = needed * 2 <= held.byteLength
      const larger = isRoomy ? held : new Uint8Array(Math.max(needed * 2, MIN_CAPACITY_BYTES))
      larger.set(held.subarray(start, end))
      held = larger
      end -= start
      start = 0
    }
    held.set(bytes, end)
    end += bytes.byteLength
  }
  function* cut(window: Uint8Array, isLast: boolean): Generator<Uint8Array, number> {
    let at = 0
    while (window.byteLength - at >= maxBytes || (isLast && at < window.byteLength)) {
      const length = chunkLength(window.subarray(at, at + maxBytes))
      yield window.slice(at, at + length)
      at += length
    }
    return at
  }

  for await (const piece of source) {
    for (let at = 0; at < piece.byteLength; ) {
      if (start === end && piece.byteLength - at >= maxBytes) {
        at += yield* cut(piece.subarray(at), false)
        continue
      }
      const taken = piece.subarray(at, at + maxBytes - (end - start))
      hold(taken)
      at += taken.byteLength
      start += yield* cut(held.subarray(start, end), false)
    }
  }
  yield* cut(held.subarray(start, end), true)
}
