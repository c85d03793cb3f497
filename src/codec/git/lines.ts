import type { DecodeOptions } from '../dag-cbor/decode-dag-cbor.ts'
import { unreadable } from './fields.ts'

/** The lines of a commit or tag, read one after the other. */
export interface TextLines {
  /** The next line without its end, or `undefined` after the last. */
  next(): string | undefined
  /** The next line, which {@link TextLines.next} returns again. */
  peek(): string | undefined
  /** All that was not read. */
  rest(): string
}

export function createTextLines(bytes: Uint8Array, options: DecodeOptions): TextLines {
  const text = utf8Reader(options)(bytes)
  let at = 0
  const endOfLine = () => {
    const end = text.indexOf('\n', at)
    return end < 0 ? text.length : end
  }
  const peek = () => (at < text.length ? text.slice(at, endOfLine()) : undefined)
  return {
    peek,
    next() {
      const line = peek()
      at = endOfLine() + 1
      return line
    },
    rest: () => text.slice(at),
  }
}

/** Decodes UTF-8. Throws `corrupt` for bytes that are none, unless `lossy` replaces them. */
export function utf8Reader({ lossy = false }: DecodeOptions): (bytes: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { fatal: !lossy, ignoreBOM: true })
  return (bytes) => {
    try {
      return decoder.decode(bytes)
    } catch (cause) {
      throw unreadable('a text is no UTF-8', cause)
    }
  }
}
