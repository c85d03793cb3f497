const CHUNK_BYTES = 64 * 1024

/** `sizeBytes` bytes that do not compress, the same for the same seed, in chunks of 64 KiB. */
export function* randomChunks(seed: number, sizeBytes: number): Generator<Uint8Array<ArrayBuffer>> {
  let state = seed >>> 0 || 1
  for (let left = sizeBytes; left > 0; left -= CHUNK_BYTES) {
    const words = new Uint32Array(CHUNK_BYTES / 4)
    for (let at = 0; at < words.length; at += 1) {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      words[at] = state
    }
    yield new Uint8Array(words.buffer, 0, Math.min(left, CHUNK_BYTES))
  }
}

/** The same bytes as one array. */
export function randomBytes(seed: number, sizeBytes: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes)
  let at = 0
  for (const chunk of randomChunks(seed, sizeBytes)) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

/** The generator x = x * 1664525 + 1013904223 of 32 bits, from 1; each step gives its highest byte. */
export function linearBytes(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let x = 1
  for (let at = 0; at < length; at += 1) {
    x = (Math.imul(x, 1_664_525) + 1_013_904_223) >>> 0
    bytes[at] = x >>> 24
  }
  return bytes
}

/**
 * Reads a stream to its end and compares it with {@link randomChunks}, holding one chunk of each. Returns how
 * many bytes were equal from the start: the size when the stream is right.
 */
export async function countEqual(
  body: ReadableStream<Uint8Array>,
  { seed, sizeBytes }: { readonly seed: number; readonly sizeBytes: number },
): Promise<number> {
  const reader = body.getReader()
  const expected = randomChunks(seed, sizeBytes)
  let wanted: Uint8Array = new Uint8Array(0)
  let equal = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return equal
    for (let at = 0; at < value.byteLength; ) {
      if (wanted.byteLength === 0) wanted = expected.next().value ?? new Uint8Array(0)
      const length = Math.min(wanted.byteLength, value.byteLength - at)
      if (length === 0 || differs(value.subarray(at, at + length), wanted)) {
        await reader.cancel()
        return equal
      }
      equal += length
      at += length
      wanted = wanted.subarray(length)
    }
  }
}

function differs(found: Uint8Array, wanted: Uint8Array): boolean {
  // Pages have no `Buffer`.
  if (typeof Buffer !== 'undefined')
    return !Buffer.from(found.buffer, found.byteOffset, found.byteLength).equals(
      wanted.subarray(0, found.byteLength),
    )
  for (let at = 0; at < found.byteLength; at += 1) if (found[at] !== wanted[at]) return true
  return false
}
