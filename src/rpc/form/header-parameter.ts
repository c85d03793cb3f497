/**
 * Reads one parameter of a header such as `form-data; name=file; filename="a b"`, quoted or not. `undefined`
 * when absent. The extended form (`filename*=UTF-8''…`) is used if the plain one is absent.
 */
export function headerParameter(header: string, name: string): string | undefined {
  let extended: string | undefined
  for (const [, key, quoted, token] of header.matchAll(
    /;\s*([\w!#$&+.^`|~*-]+)\s*=\s*(?:"((?:[^"\\]|\\[\s\S])*)"|([^;]*))/g,
  )) {
    const lower = key?.toLowerCase()
    if (lower === name) return quoted?.replace(/\\(["\\])/g, '$1') ?? token?.trim()
    if (lower === `${name}*`) extended = (quoted ?? token)?.trim().replace(/^utf-8'[^']*'/i, '')
  }
  return extended
}
