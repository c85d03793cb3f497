const MIN_CAPACITY_BYTES = 4096

/**
 * Cuts a stream into chunks of `sizeBytes`; the last one may be shorter, an empty stream has none. A piece
 * that holds whole chunks is cut without a copy; smaller pieces are gathered in one growing buffer, so that
 * a sender of single bytes costs no more memory than others.
 */
export async function* fixedChunks(
  source: AsyncIterable<Uint8Array>,
  sizeBytes: number,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array = new Uint8Array(0)
  let heldBytes = 0

  const hold = (bytes: Uint8Array) => {
    if (heldBytes === 0) {
      // The whole of a small file, most of the time: not worth a copy. What comes next finds no room in it.
      held = bytes
      heldBytes = bytes.byteLength
      return
    }
    const needed = heldBytes + bytes.byteLength
    if (needed > held.byteLength) {
      const larger = new Uint8Array(
        Math.min(sizeBytes, Math.max(needed, held.byteLength * 2, MIN_CAPACITY_BYTES)),
      )
      larger.set(held.subarray(0, heldBytes))
      held = larger
    }
    held.set(bytes, heldBytes)
    heldBytes = needed
  }

  for await (const piece of source) {
    let rest = piece
    while (heldBytes + rest.byteLength >= sizeBytes) {
      const taken = rest.subarray(0, sizeBytes - heldBytes)
      rest = rest.subarray(taken.byteLength)
      if (heldBytes === 0) {
        yield taken
        continue
      }
      hold(taken)
      yield held
      held = new Uint8Array(0)
      heldBytes = 0
    }
    if (rest.byteLength > 0) hold(rest)
  }
  if (heldBytes > 0) yield held.subarray(0, heldBytes)
}
