const CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  '#038': '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#039': "'",
}

/** Gives the text that `escapeHtml` escaped. Other entities stay. */
export function unescapeHtml(html: string): string {
  return html.replace(/&(amp|lt|gt|quot|#038|#039);/g, (entity, name: string) => CHARACTERS[name] ?? entity)
}
