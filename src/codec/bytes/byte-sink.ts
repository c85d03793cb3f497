/** Collects bytes in one growing buffer. */
export interface ByteSink {
  byte(value: number): void
  append(bytes: Uint8Array): void
  /** A copy of the collected bytes. */
  bytes(): Uint8Array
}

/** `buffer` is filled first. A larger one takes its place when it is full. */
export function createByteSink(buffer: Uint8Array = new Uint8Array(256)): ByteSink {
  let length = 0
  const reserve = (count: number) => {
    if (length + count <= buffer.byteLength) return
    const grown = new Uint8Array(Math.max(buffer.byteLength * 2, length + count))
    grown.set(buffer.subarray(0, length))
    buffer = grown
  }
  return {
    byte(value) {
      reserve(1)
      buffer[length] = value
      length += 1
    },
    append(bytes) {
      reserve(bytes.byteLength)
      buffer.set(bytes, length)
      length += bytes.byteLength
    },
    bytes: () => buffer.slice(0, length),
  }
}
