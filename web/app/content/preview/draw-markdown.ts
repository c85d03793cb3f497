import { element } from '../../element.ts'
import { sharingTexts } from '../sharing-texts.ts'
import { type Inline, type MarkdownBlock, parseMarkdown } from './parse-markdown.ts'
import { safeHref } from './safe-href.ts'

/** Blocks that are drawn: more would make the page slow. */
const MAX_BLOCKS = 5_000

/** Draws Markdown by elements and texts alone, never by markup. `path` is that of the file, for relative links. */
export function drawMarkdown(target: HTMLElement, text: string, path: string): void {
  const blocks = parseMarkdown(text)
  target.append(...blocks.slice(0, MAX_BLOCKS).map((block) => draw(block, path)))
  if (blocks.length > MAX_BLOCKS)
    target.append(element('p', { className: 'muted', textContent: sharingTexts.restHidden }))
}

function draw(block: MarkdownBlock, path: string): HTMLElement {
  const inline = (content: readonly Inline[]) => content.map((piece) => drawInline(piece, path))
  switch (block.kind) {
    case 'heading': {
      // The page and the dialog have the first two levels.
      const heading = element('p', { role: 'heading', className: `h${block.level}` }, inline(block.content))
      heading.ariaLevel = String(Math.min(block.level + 2, 6))
      return heading
    }
    case 'list':
      return element(
        block.isOrdered ? 'ol' : 'ul',
        {},
        block.items.map((item) => element('li', {}, inline(item))),
      )
    case 'code':
      // Focusable, so that keys scroll it in every browser.
      return element('pre', { textContent: block.text, tabIndex: 0 })
    case 'rule':
      return element('hr')
    case 'quote':
      return element('blockquote', {}, inline(block.content))
    default:
      return element('p', {}, inline(block.content))
  }
}

function drawInline(piece: Inline, path: string): Node | string {
  if (typeof piece === 'string') return piece
  if (piece.kind !== 'link') return element(piece.kind, { textContent: piece.text })
  const href = safeHref(piece.target, path)
  if (href === undefined) return piece.text
  const link = element('a', { href, textContent: piece.text })
  if (!href.startsWith('#')) Object.assign(link, { target: '_blank', rel: 'noopener noreferrer' })
  return link
}
