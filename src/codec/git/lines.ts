import type { DecodeOptions } from '../dag-cbor/decode-dag-cbor.ts'
import { unreadable } from './fields.ts'

/** Reads the lines of a commit or tag. */
export interface TextLines {
  /** Consumes the next line, without its line end. `undefined` after the last. */
  next(): string | undefined
  /** The next line, without consuming it. */
  peek(): string | undefined
  /** Consumes the rest of the text. */
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

/** Returns a decoder of UTF-8. It throws `corrupt` for invalid bytes, or replaces them if `lossy`. */
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
