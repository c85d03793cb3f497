const HEADER_LIMIT = 16 * 1024

interface ReferencePart {
  readonly headers: Record<string, string>
  readonly content: string
}

/**
 * A parser of whole bodies, one letter a byte, written for clarity: what {@link readParts} must agree with.
 * A part whose end is missing counts, with the rest as its content, when its headers are whole.
 */
export function referenceParts(
  body: string,
  boundary: string,
): { readonly parts: readonly ReferencePart[]; readonly failed: boolean } {
  const text = `\r\n${body}`
  const delimiter = `\r\n--${boundary}`
  const parts: ReferencePart[] = []
  let line = findLine(text, delimiter, 0)
  for (;;) {
    if (line === undefined) return { parts, failed: true }
    let at = line + delimiter.length
    if (text.startsWith('--', at)) return { parts, failed: false }
    while (text[at] === ' ' || text[at] === '\t') at += 1
    const end = text.indexOf('\r\n\r\n', at)
    const headers = text.startsWith('\r\n', at) && end >= 0 ? readHeaders(text.slice(at, end)) : undefined
    if (!headers || end - at > HEADER_LIMIT) return { parts, failed: true }
    line = findLine(text, delimiter, end + 4)
    parts.push({ headers, content: text.slice(end + 4, line) })
  }
}

/** The position of a delimiter that ends its line or the body. */
function findLine(text: string, delimiter: string, from: number): number | undefined {
  for (let at = text.indexOf(delimiter, from); at >= 0; at = text.indexOf(delimiter, at + 1)) {
    const rest = text.slice(at + delimiter.length, at + delimiter.length + 2)
    if (rest.length < 2) return undefined
    if (rest === '--' || rest === '\r\n' || rest[0] === ' ' || rest[0] === '\t') return at
  }
  return undefined
}

function readHeaders(block: string): Record<string, string> | undefined {
  const headers: Record<string, string> = {}
  const text = new TextDecoder().decode(Uint8Array.from(block, (letter) => letter.charCodeAt(0)))
  for (const line of text.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    if (line === '') continue
    const [name = '', ...value] = line.split(':')
    if (name === '' || value.length === 0) return undefined
    headers[name.trim().toLowerCase()] ??= value.join(':').trim()
  }
  return headers
}
