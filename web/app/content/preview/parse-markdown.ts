/** A piece of a line. */
export type Inline =
  | string
  | { readonly kind: 'strong' | 'em' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly target: string }

export type MarkdownBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly content: readonly Inline[] }
  | { readonly kind: 'paragraph' | 'quote'; readonly content: readonly Inline[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'rule' }

/**
 * Parses the common part of Markdown: headings, paragraphs, flat lists, quotes, code, emphasis and links. HTML, tables
 * and nested lists stay text. The result is data: what is drawn from it cannot be markup of the author.
 */
export function parseMarkdown(text: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  const lines = text.split(/\r?\n/)
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1]
    if (fence) {
      const end = lines.findIndex((each, index) => index > at && each.trim().startsWith(fence))
      const last = end < 0 ? lines.length : end
      blocks.push({ kind: 'code', text: lines.slice(at + 1, last).join('\n') })
      at = last + 1
      continue
    }
    const heading = /^ {0,3}(#{1,6})\s+(.*)$/.exec(line)
    if (heading) {
      const content = parseInline((heading[2] ?? '').replace(/\s#+\s*$/, ''))
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, content })
      at += 1
    } else if (/^ {0,3}([-*_])( *\1){2,} *$/.test(line)) {
      blocks.push({ kind: 'rule' })
      at += 1
    } else if (line.trim() === '') at += 1
    else at = readGroup(lines, at, blocks)
  }
  return blocks
}

const ITEM = /^\s{0,6}(?:[-*+]|(\d{1,9})[.)])\s+/
const QUOTE = /^ {0,3}> ?/

/** Reads a list, a quote or a paragraph, and returns the line after it. */
function readGroup(lines: readonly string[], start: number, blocks: MarkdownBlock[]): number {
  const first = lines[start] ?? ''
  let at = start
  if (ITEM.test(first)) {
    const items: string[] = []
    for (; at < lines.length && (lines[at] ?? '').trim() !== ''; at += 1) {
      const line = lines[at] ?? ''
      if (ITEM.test(line)) items.push(line.replace(ITEM, ''))
      else items.push(`${items.pop() ?? ''} ${line.trim()}`)
    }
    blocks.push({
      kind: 'list',
      isOrdered: ITEM.exec(first)?.[1] !== undefined,
      items: items.map(parseInline),
    })
    return at
  }
  const isQuote = QUOTE.test(first)
  const group: string[] = []
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const isOver = isQuote
      ? !QUOTE.test(line)
      : line.trim() === '' || (at > start && BEGINS_ANOTHER.test(line))
    if (isOver) break
    group.push(isQuote ? line.replace(QUOTE, '') : line.trim())
  }
  blocks.push({ kind: isQuote ? 'quote' : 'paragraph', content: parseInline(group.join(' ')) })
  return at
}

const BEGINS_ANOTHER = /^ {0,3}(#{1,6}\s|```|~~~|>|[-*+]\s)/

/** Each part is bounded, so that no text takes quadratic time. */
const INLINE =
  /`([^`]{1,1000})`|\*\*([^*]{1,1000})\*\*|__([^_]{1,1000})__|\*([^*\s][^*]{0,1000})\*|\b_([^_\s][^_]{0,1000})_\b|!?\[([^[\]]{0,300})\]\(([^()\s]{1,2000})(?: "[^"]{0,300}")?\)|<(https?:\/\/[^\s<>]{1,2000})>/g

export function parseInline(text: string): Inline[] {
  const pieces: Inline[] = []
  let from = 0
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, strong, strongToo, em, emToo, label, target, address] = match
    if (match.index > from) pieces.push(text.slice(from, match.index))
    from = match.index + whole.length
    if (code !== undefined) pieces.push({ kind: 'code', text: code })
    else if (target !== undefined) pieces.push({ kind: 'link', text: label || target, target })
    else if (address !== undefined) pieces.push({ kind: 'link', text: address, target: address })
    else {
      const strongText = strong ?? strongToo
      pieces.push({ kind: strongText === undefined ? 'em' : 'strong', text: strongText ?? em ?? emToo ?? '' })
    }
  }
  if (from < text.length) pieces.push(text.slice(from))
  return pieces
}
