const BLOCK =
  'address|article|aside|blockquote|caption|center|col|colgroup|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul'

const BLOCK_TAG = new RegExp(`(<(/?)(${BLOCK})(?:\\s[^<>]*)?/?>)`, 'i')

/** Tags that have no end. */
const EMPTY = ['hr', 'col']

/**
 * HTML with paragraphs where there were blank lines, and `<br />` where there were single ones. What stands in a
 * block of its own stays as it is. Spec: calendar facts, section 12.
 */
export function withParagraphs(html: string): string {
  const pieces = html.replace(/\r\n?/g, '\n').split(BLOCK_TAG)
  const blocks: string[] = []
  let open = ''
  let depth = 0
  for (let index = 0; index < pieces.length; index += 4) {
    const [text = '', tag, closing, name = ''] = pieces.slice(index, index + 4)
    if (depth > 0) open += text
    else blocks.push(...paragraphs(text))
    if (tag === undefined) break
    open += tag
    if (!EMPTY.includes(name.toLowerCase())) depth = Math.max(0, depth + (closing === '/' ? -1 : 1))
    if (depth === 0) {
      blocks.push(open)
      open = ''
    }
  }
  if (open !== '') blocks.push(open)
  return blocks.join('\n')
}

function paragraphs(text: string): readonly string[] {
  return text
    .split(/\n[^\S\n]*(?:\n[^\S\n]*)+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${part.split('\n').map(withoutBreak).join('<br />\n')}</p>`)
}

/** Line by line: an expression over all of them would look at a run of blanks from each of its ends. */
function withoutBreak(line: string, at: number, lines: readonly string[]): string {
  return at === lines.length - 1 ? line : line.trimEnd().replace(/<br ?\/?>$/, '')
}
