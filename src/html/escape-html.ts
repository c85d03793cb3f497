const REPLACEMENTS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
}

/**
 * Escapes text for HTML content and quoted attributes. Unpaired surrogates become U+FFFD, because UTF-8 cannot
 * encode them.
 */
export function escapeHtml(text: string): string {
  return text.toWellFormed().replace(/[&<>"']/g, (character) => REPLACEMENTS[character] ?? '')
}
