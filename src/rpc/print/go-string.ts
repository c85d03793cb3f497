/** Replaces each byte that is not UTF-8. The JSON and XML encoders print it as U+FFFD. */
const BROKEN = '\udc00'

const DECODER = new TextDecoder('utf-8', { ignoreBOM: true, fatal: false })
const STRICT = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })

/**
 * Converts bytes to text as the reference implementation does for JSON: each invalid byte becomes one
 * replacement character, where a `TextDecoder` replaces several by one.
 */
export function goString(bytes: Uint8Array): string {
  try {
    return STRICT.decode(bytes)
  } catch {
    return withBrokenBytes(bytes)
  }
}

function withBrokenBytes(bytes: Uint8Array): string {
  const pieces: string[] = []
  let from = 0
  for (let at = 0; at < bytes.byteLength; ) {
    const length = sequenceLength(bytes, at)
    if (length > 0) {
      at += length
      continue
    }
    pieces.push(DECODER.decode(bytes.subarray(from, at)), BROKEN)
    at += 1
    from = at
  }
  pieces.push(DECODER.decode(bytes.subarray(from)))
  return pieces.join('')
}

/** Length in bytes of the character at an offset. 0 for invalid UTF-8. Spec: Unicode, table of well-formed UTF-8. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  if (first < 0xc2 || first > 0xf4) return 0
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  const [least, most] = SECOND_BYTES.get(first) ?? [0x80, 0xbf]
  const second = bytes[at + 1] ?? 0
  if (second < least || second > most) return 0
  for (let more = 2; more < length; more += 1) {
    if (((bytes[at + more] ?? 0) & 0xc0) !== 0x80) return 0
  }
  return length
}

/** First bytes that restrict the second byte further, against overlong forms and surrogates. */
const SECOND_BYTES: ReadonlyMap<number, readonly [number, number]> = new Map([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
])
