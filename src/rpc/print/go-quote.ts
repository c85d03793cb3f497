const NAMED: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['"', '\\"'],
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
])

/** Quotes a text like Go, with non-printable characters escaped: the form of names in the reference's texts. */
export function goQuote(text: string): string {
  return `"${text.replace(/["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, escaped)}"`
}

/** Escapes like {@link goQuote}, but without quotes, and none within. */
export function escapeNonPrinting(text: string): string {
  return /\\|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(text)
    ? goQuote(text).slice(1, -1).replaceAll('\\"', '"')
    : text
}

function escaped(character: string): string {
  const named = NAMED.get(character)
  if (named !== undefined) return named
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return `\\x${code.toString(16).padStart(2, '0')}`
  return code > 0xffff
    ? `\\U${code.toString(16).padStart(8, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`
}
