/** Compares bytes lexicographically: negative when `a` sorts first. A prefix sorts before longer arrays. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.byteLength, b.byteLength)
  for (let at = 0; at < shared; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return a.byteLength - b.byteLength
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return compareBytes(a, b) === 0
}

/** True if `bytes` begin with `prefix`. */
export function startsWithBytes(bytes: Uint8Array, prefix: Uint8Array): boolean {
  return equalBytes(bytes.subarray(0, prefix.byteLength), prefix)
}

/** Concatenates arrays into a new one. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.byteLength
  }
  return bytes
}

/** Copies a view, which would keep its whole underlying buffer in memory, in storage, and in messages. */
export function compactBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const isWhole = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
  return isWhole ? (bytes as Uint8Array<ArrayBuffer>) : bytes.slice()
}

/** Characters that are made by one call: engines limit the arguments of a call. */
const CALL_BYTES = 8192

/**
 * Converts bytes to a string of one character for each, which sorts like the bytes: for keys of maps. A typed array as
 * the list of arguments is ten times as fast as spread arguments.
 */
export function binaryString(bytes: Uint8Array): string {
  if (bytes.byteLength <= CALL_BYTES) return Reflect.apply(String.fromCharCode, undefined, bytes)
  return binaryString(bytes.subarray(0, CALL_BYTES)) + binaryString(bytes.subarray(CALL_BYTES))
}
