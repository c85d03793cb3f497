const REPLACEMENTS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
}

/** Any text as HTML text or a quoted attribute. Unpaired surrogates become U+FFFD, as UTF-8 has none. */
export function escapeHtml(text: string): string {
  return text.toWellFormed().replace(/[&<>"']/g, (character) => REPLACEMENTS[character] ?? '')
}
