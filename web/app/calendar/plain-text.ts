import { element } from '../element.ts'

/** Converts a rendered title or name to plain text: `It&#8217;s` to `It’s`. */
export function plainText(rendered: string): string {
  return parsed(rendered).textContent ?? ''
}

/**
 * Converts a description to text as it would be typed: with line breaks, and a blank line between paragraphs. One
 * without text, such as a picture alone, stays markup, because an empty field could not be emptied.
 */
export function plainLines(html: string): string {
  const body = parsed(html)
  for (const end of body.querySelectorAll('br')) {
    const next = end.nextSibling
    end.replaceWith(next instanceof Text && next.data.startsWith('\n') ? '' : '\n')
  }
  for (const block of body.querySelectorAll('p, li, h1, h2, h3, h4, blockquote, pre')) block.append('\n\n')
  return (body.textContent ?? '').replace(/\n[ \t]*\n\s*/g, '\n\n').trim() || html.trim()
}

const KEPT = [
  'p',
  'br',
  'em',
  'strong',
  'b',
  'i',
  'ul',
  'ol',
  'li',
  'blockquote',
  'code',
  'pre',
  'h3',
  'h4',
] as const
type Kept = (typeof KEPT)[number]

/**
 * Rebuilds a description from a few allowed elements, without attributes except the targets of links. Nothing
 * in it can act on this page, even if the API let it through.
 */
export function safeDescription(html: string): readonly (Node | string)[] {
  return Array.from(parsed(html).childNodes).flatMap(rewritten)
}

function rewritten(node: Node): readonly (Node | string)[] {
  if (node instanceof Text) return [node.data]
  if (!(node instanceof Element)) return []
  const name = node.localName
  if (name === 'script' || name === 'style') return []
  const children = Array.from(node.childNodes).flatMap(rewritten)
  if (isKept(name)) return [element(name, {}, children)]
  const href = node instanceof HTMLAnchorElement ? safeAddress(node.href) : undefined
  return href ? [element('a', { href, rel: 'noopener nofollow', target: '_blank' }, children)] : children
}

function isKept(name: string): name is Kept {
  return KEPT.some((kept) => kept === name)
}

/** The URL if it is safe as a link target, otherwise `undefined`. */
export function safeAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, href } = new URL(text)
  return protocol === 'http:' || protocol === 'https:' || protocol === 'mailto:' ? href : undefined
}

/** Parses HTML into a separate document, in which nothing loads and no script runs. */
function parsed(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body
}
