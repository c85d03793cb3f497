/** The name of a term without tags, in the escaped form in which it is stored: `Rock & Roll` is `Rock &amp; Roll`. */
export function termName(text: string): string {
  const plain = text.replace(/<[^>]*>?/g, '').trim()
  return plain
    .replace(/&(?!(?:[a-z]{2,8}|#\d{1,7}|#x[0-9a-f]{1,6});)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
