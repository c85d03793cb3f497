import { joinBytes } from '../../codec/bytes/bytes.ts'

/** Pieces below this size are copied into one buffer: an object for each would cost more than its bytes. */
const SMALL_BYTES = 4096

/**
 * Cuts a stream into chunks of `sizeBytes`; the last may be shorter, and an empty stream has none. A piece that
 * contains whole chunks is cut without copying. Smaller pieces are kept until they fill a chunk, and then copied
 * once.
 */
export async function* fixedChunks(
  source: AsyncIterable<Uint8Array>,
  sizeBytes: number,
): AsyncGenerator<Uint8Array> {
  const held = heldPieces()
  for await (const piece of source) {
    let rest = piece
    while (held.sizeBytes() + rest.byteLength >= sizeBytes) {
      const taken = rest.subarray(0, sizeBytes - held.sizeBytes())
      rest = rest.subarray(taken.byteLength)
      held.add(taken)
      yield held.take()
    }
    held.add(rest)
  }
  if (held.sizeBytes() > 0) yield held.take()
}

/** The pieces of the next chunk. */
function heldPieces() {
  let pieces: Uint8Array[] = []
  let small: Uint8Array = new Uint8Array(0)
  let smallBytes = 0
  let sizeBytes = 0

  const closeSmall = () => {
    if (smallBytes > 0) pieces.push(small.subarray(0, smallBytes))
    small = new Uint8Array(0)
    smallBytes = 0
  }
  const addSmall = (bytes: Uint8Array) => {
    const needed = smallBytes + bytes.byteLength
    if (needed > small.byteLength) {
      const larger = new Uint8Array(Math.max(needed, small.byteLength * 2, SMALL_BYTES))
      larger.set(small.subarray(0, smallBytes))
      small = larger
    }
    small.set(bytes, smallBytes)
    smallBytes = needed
  }

  return {
    sizeBytes: () => sizeBytes,
    /** Keeps the first piece without copying it: it may be a whole small file. */
    add(bytes: Uint8Array) {
      if (bytes.byteLength === 0) return
      if (sizeBytes > 0 && bytes.byteLength < SMALL_BYTES) addSmall(bytes)
      else {
        closeSmall()
        pieces.push(bytes)
      }
      sizeBytes += bytes.byteLength
    },
    /** Returns all pieces joined and clears them. Several pieces are copied into a new buffer. */
    take(): Uint8Array {
      closeSmall()
      const [first] = pieces
      const taken = first && pieces.length === 1 ? first : joinBytes(pieces)
      pieces = []
      sizeBytes = 0
      return taken
    },
  }
}
