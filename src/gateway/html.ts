const REPLACEMENTS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Any text as HTML text or a quoted attribute. Unpaired surrogates become U+FFFD, as UTF-8 has none. */
export function escapeHtml(text: string): string {
  return text.toWellFormed().replace(/[&<>"']/g, (character) => REPLACEMENTS[character] ?? '')
}

/**
 * A name as it is shown: escaped, and with control characters and the marks that turn the direction of
 * text replaced by visible ones, since `exe.txt` must not read as `txt.exe`.
 */
export function shownName(name: string): string {
  return escapeHtml(name.replace(INVISIBLE, '\uFFFD'))
}

const INVISIBLE = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu
