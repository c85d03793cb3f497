const NAMED: Readonly<Record<string, string>> = { '\\b': '\\u0008', '\\f': '\\u000c' }

/**
 * Formats JSON as the reference's encoder does: without spaces, with `<`, `>`, `&` and the line separators
 * escaped, control characters in hex, and broken UTF-16 replaced. Fields keep their order. Absent ones are
 * omitted.
 *
 * Spec gap: chosen to be byte-equal with Go's encoder, as existing recordings of this API show.
 */
export function goJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]|\\(?:u[dD][89a-fA-F][0-9a-fA-F]{2}|[\s\S])/g,
    escaped,
  )
}

function escaped(found: string): string {
  if (found.length > 2) return '\\ufffd'
  if (found.length === 2) return NAMED[found] ?? found
  return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`
}
