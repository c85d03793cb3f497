const NAMED: Readonly<Record<string, string>> = { '\\b': '\\u0008', '\\f': '\\u000c' }

/**
 * JSON text as the reference's writer prints it: no spaces, `<`, `>`, `&` and the line separators escaped,
 * control characters in hex, broken UTF-16 replaced. Fields keep their order; absent ones are left out.
 *
 * Spec gap: chosen to be byte-equal with Go's encoder, which existing recordings of this API show.
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
