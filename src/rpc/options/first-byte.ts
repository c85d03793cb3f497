export interface FirstByte {
  /** `undefined` for empty content. */
  readonly first: number | undefined
  /** The same content, from its first byte. */
  readonly content: AsyncIterable<Uint8Array>
}

/** Reads the first byte of a content, and gives the content whole. */
export async function firstByte(content: AsyncIterable<Uint8Array>): Promise<FirstByte> {
  const chunks = content[Symbol.asyncIterator]()
  let head = await chunks.next()
  while (!head.done && head.value.byteLength === 0) head = await chunks.next()
  const whole = async function* () {
    try {
      for (let next = head; !next.done; next = await chunks.next()) yield next.value
    } finally {
      await chunks.return?.()
    }
  }
  return { first: head.done ? undefined : head.value[0], content: whole() }
}
