const whole = new WeakSet<ReadableStream>()

/** Marks the body of a request from which all declared bytes were read. */
export function markWhole(body: ReadableStream): void {
  whole.add(body)
}

/** True for a body of which nothing is left to read. */
export function isReadWhole(body: ReadableStream): boolean {
  return whole.has(body)
}
