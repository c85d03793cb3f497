import { escapeHtml } from '../../html/escape-html.ts'

/** The elements in the head of a page that describe it. */
export interface Described {
  /** HTML without tags. */
  readonly title: string
  readonly address?: string
  /** HTML without tags. */
  readonly about?: string
  readonly image?: string
  readonly isIndexed?: boolean
  readonly jsonLd?: readonly object[]
}

/** The elements of the head for search engines and for pages that link here: canonical, Open Graph, JSON-LD. */
export function describingElements(page: Described): string {
  const { title, address, about = '', image, isIndexed = true, jsonLd = [] } = page
  if (address === undefined) return ''
  const described = about === '' ? '' : `<meta name="description" content="${about}">\n`
  const graph = [
    ['type', 'website'],
    ['title', title],
    ['url', escapeHtml(address)],
    ['description', about],
    ['image', escapeHtml(image ?? '')],
  ]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<meta property="og:${name}" content="${value}">\n`)
  const robots = isIndexed ? '' : '<meta name="robots" content="noindex">\n'
  const data =
    jsonLd.length === 0 ? '' : `<script type="application/ld+json">${scriptJson(jsonLd)}</script>\n`
  return `<link rel="canonical" href="${escapeHtml(address)}">\n${robots}${described}${graph.join('')}${data}`
}

/** JSON that cannot end its element, whatever a text contains. The element is data: no browser runs it. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Maximum number of characters of a description. */
const MOST_ABOUT = 200

/** The beginning of an HTML text, without tags and entities that are cut. */
export function aboutText(html: string): string {
  const text = html.replace(/\s+/g, ' ').trim()
  if (text.length <= MOST_ABOUT) return text
  return `${text
    .slice(0, MOST_ABOUT)
    .replace(/&[^;]*$/, '')
    .trimEnd()}…`
}
