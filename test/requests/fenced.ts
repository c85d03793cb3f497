/** The first block of that language. */
export function fenced(markdown: string, language: string): string {
  const [, code] = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(markdown) ?? []
  if (code === undefined) throw new Error(`no block of ${language}`)
  return code
}
