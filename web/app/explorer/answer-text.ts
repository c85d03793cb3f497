/** Beyond this, a response is counted, but not shown. */
const MAX_CHARACTERS = 100_000

/** How much of a binary response is shown. */
const MAX_BYTES_AS_HEX = 1024

export interface AnswerText {
  /** Consumes the next bytes of the response and returns the text to append. */
  take(bytes: Uint8Array): string
  /** Bytes that were consumed. */
  readonly sizeBytes: number
  /** True when there was more than is shown. */
  readonly isCut: boolean
}

/** Decodes a response as text while it arrives, or formats it as hexadecimal if it is binary. */
export function answerText(): AnswerText {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isBinary = false
  let shown = 0
  let sizeBytes = 0
  let isCut = false

  const asText = (bytes: Uint8Array): string => {
    if (!isBinary) {
      try {
        return decoder.decode(bytes, { stream: true })
      } catch {
        isBinary = true
      }
    }
    const left = Math.max(0, MAX_BYTES_AS_HEX - sizeBytes)
    isCut ||= bytes.byteLength > left
    return hexLines(bytes.subarray(0, left))
  }

  return {
    take(bytes) {
      const text = shown < MAX_CHARACTERS ? asText(bytes) : ''
      const piece = text.slice(0, MAX_CHARACTERS - shown)
      isCut ||= piece.length < text.length || shown >= MAX_CHARACTERS
      shown += piece.length
      sizeBytes += bytes.byteLength
      return piece
    },
    get sizeBytes() {
      return sizeBytes
    },
    get isCut() {
      return isCut
    },
  }
}

function hexLines(bytes: Uint8Array): string {
  const lines = []
  for (let at = 0; at < bytes.byteLength; at += 16) {
    const row = [...bytes.subarray(at, at + 16)]
    lines.push(`${row.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')}\n`)
  }
  return lines.join('')
}
