import xss, { type IFilterXSSOptions } from 'xss'

/** What a name may be dressed in. */
const INLINE = [
  'abbr',
  'b',
  'br',
  'code',
  'del',
  'em',
  'i',
  'ins',
  'mark',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
]

const CONTENT: IFilterXSSOptions = {
  onIgnoreTag: (_, html) => (/^<[a-z/!?]/i.test(html) ? '' : harmless(html)),
  escapeHtml: harmless,
  css: false,
}

const NAMES: IFilterXSSOptions = {
  ...CONTENT,
  whiteList: Object.fromEntries(INLINE.map((tag) => [tag, []])),
}

const NOTES: IFilterXSSOptions = {
  ...CONTENT,
  whiteList: {
    a: ['href', 'title'],
    abbr: ['title'],
    b: [],
    blockquote: [],
    cite: [],
    code: [],
    del: ['datetime'],
    em: [],
    i: [],
    q: [],
    s: [],
    strike: [],
    strong: [],
  },
}

/** The HTML of the description of a term: text with links and a few inline tags. */
export function sanitizeNote(html: string): string {
  return withEntities(html.includes('<') ? xss(html, NOTES) : html)
}

/** The text with an entity for each `&` that begins none. */
export function withEntities(text: string): string {
  return text.replace(/&(?!(?:[a-z]{2,8}|#\d{1,7}|#x[0-9a-f]{1,6});)/gi, '&amp;')
}

/** The HTML of a description without what could run: scripts, handlers, styles, other schemes, unknown tags. */
export function sanitizeContent(html: string): string {
  return html.includes('<') ? xss(withoutBodies(html, HIDDEN), CONTENT) : html
}

/**
 * The HTML of a name: text with a few inline tags and no attributes. What stands between other tags stays, so that
 * no name vanishes.
 */
export function sanitizeName(html: string): string {
  return html.includes('<') ? xss(html, NAMES) : html
}

/** Signs of text that a parser could take for a tag are escaped; `A < B > C` says what it says. */
function harmless(text: string): string {
  return text.replace(/<(?![\s\d=])/g, '&lt;')
}

const HIDDEN = /<(script|style|textarea|title|iframe|noscript|template|xmp)(?![a-z])/gi

/**
 * Without elements whose content is no text of a page, found by an expression with the flag `g`. One that does not end takes the rest with it, as it would
 * in a browser.
 */
function withoutBodies(html: string, hidden: RegExp): string {
  const lower = html.toLowerCase()
  let kept = ''
  let from = 0
  const next = () => {
    hidden.lastIndex = from
    return hidden.exec(html)
  }
  for (let match = next(); match; match = next()) {
    kept += html.slice(from, match.index)
    const end = lower.indexOf(`</${(match[1] ?? '').toLowerCase()}`, match.index)
    const close = end < 0 ? -1 : lower.indexOf('>', end)
    if (close < 0) return kept
    from = close + 1
  }
  return kept + html.slice(from)
}

/** Elements that go with their content. */
const UNSEEN = /<(script|style)(?![a-z])/gi

/** One that no sign closes. */
const STRAY = /<(?=[^<>]*(?:<|$))/g

/**
 * A line of text as names of terms and the contact data of venues and organizers have it: without tags and octets
 * of addresses, with single blanks. A sign that begins no tag stays, escaped where a parser could take it for one.
 */
export function plainText(text: string): string {
  const bare = text.includes('<')
    ? withoutBodies(text, UNSEEN)
        .replace(STRAY, '&lt;')
        .replace(/<(?!\s)[^<>]*>/g, '')
    : text
  return bare
    .replace(/%[\da-f]{2}/gi, '')
    .replace(/[\r\n\t ]+/g, ' ')
    .trim()
}
