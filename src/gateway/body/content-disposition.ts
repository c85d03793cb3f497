/**
 * Formats `Content-Disposition` with a file name: in ASCII for old clients, and in the UTF-8 form of RFC 5987.
 * The name is escaped, so that it cannot end its quotes or contain a line end.
 */
export function contentDisposition(kind: 'inline' | 'attachment', filename: string): string {
  const ascii = filename.replace(/[^ -~]|["\\%]/gu, '_')
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(/['()*]/g, percent)
  return ascii === filename
    ? `${kind}; filename="${filename}"`
    : `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
