/** Characters that are examined to distinguish text from other data. */
const LOOKED_AT = 4096

/** True if decoded bytes are likely text: no NUL, and hardly any bytes that are not UTF-8. */
export function isText(decoded: string): boolean {
  const start = decoded.slice(0, LOOKED_AT)
  const strange = start.match(/\uFFFD/g)?.length ?? 0
  return !start.includes('\0') && strange <= start.length / 50
}
