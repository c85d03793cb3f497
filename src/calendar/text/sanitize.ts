import xss, { type IFilterXSSOptions } from 'xss'

/** Tags that a name may contain. */
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

/** Separators between the attributes of a tag. Tags with more are removed, once their white space is collapsed. */
const MOST_SEPARATORS = 32

/** A quoted value of an attribute, which may have any white space. */
const QUOTED = /=\s*(?:"[^"]*"|'[^']*')/g

/**
 * Options with which a tag costs no more than its length. The library copies a whole tag at each white space in it, so
 * that one of 80 kB would take it a minute.
 */
function withShortTags(options: IFilterXSSOptions): IFilterXSSOptions {
  const all: IFilterXSSOptions = {
    ...options,
    onTag(_, html) {
      if (separatorsOf(html) <= MOST_SEPARATORS) return undefined
      const collapsed = html.replace(/\s+/g, ' ')
      return separatorsOf(collapsed) <= MOST_SEPARATORS ? xss(collapsed, all) : ''
    },
  }
  return all
}

const BASE: IFilterXSSOptions = {
  onIgnoreTag: (_, html) => (/^<[a-z/!?]/i.test(html) ? '' : escapeTagStarts(html)),
  escapeHtml: escapeTagStarts,
  css: false,
}

const CONTENT = withShortTags(BASE)

const NAMES = withShortTags({ ...BASE, whiteList: Object.fromEntries(INLINE.map((tag) => [tag, []])) })

const NOTES = withShortTags({
  ...BASE,
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
})

/** Sanitises the description of a term: text with links and a few inline tags. */
export function sanitizeNote(html: string): string {
  return withEntities(html.includes('<') ? xss(html, NOTES) : html)
}

/** Escapes each `&` that starts no entity. */
export function withEntities(text: string): string {
  return text.replace(/&(?!(?:[a-z]{2,8}|#\d{1,7}|#x[0-9a-f]{1,6});)/gi, '&amp;')
}

/** Sanitises a description: removes scripts, event handlers, styles, unknown tags, and URLs with unsafe schemes. */
export function sanitizeContent(html: string): string {
  return html.includes('<') ? xss(withoutElements(html, HIDDEN), CONTENT) : html
}

/**
 * Sanitises a name: text with a few inline tags and no attributes. The text inside removed tags stays, so that a
 * name does not become empty.
 */
export function sanitizeName(html: string): string {
  return html.includes('<') ? xss(html, NAMES) : html
}

/** Counts the white space of a tag outside quoted values. */
function separatorsOf(html: string): number {
  return html.replace(QUOTED, '=').match(/\s/g)?.length ?? 0
}

/** Escapes each `<` that a parser could read as a tag; `A < B > C` stays. */
function escapeTagStarts(text: string): string {
  return text.replace(/<(?![\s\d=])/g, '&lt;')
}

const HIDDEN = /<(script|style|textarea|title|iframe|noscript|template|xmp)(?![a-z])/gi

/**
 * Removes elements with their content. `hidden` is an expression with the flag `g` that finds the start tags. An
 * element without an end tag extends to the end of the text, as in a browser.
 */
function withoutElements(html: string, hidden: RegExp): string {
  let kept = ''
  let from = 0
  const next = () => {
    hidden.lastIndex = from
    return hidden.exec(html)
  }
  for (let match = next(); match; match = next()) {
    kept += html.slice(from, match.index)
    const end = new RegExp(`</${match[1]}`, 'gi')
    end.lastIndex = match.index
    const close = end.test(html) ? html.indexOf('>', end.lastIndex) : -1
    if (close < 0) return kept
    from = close + 1
  }
  return kept + html.slice(from)
}

/** Elements that are removed with their content. */
const UNSEEN = /<(script|style)(?![a-z])/gi

/** A `<` without a matching `>`. */
const STRAY = /<(?=[^<>]*(?:<|$))/g

/**
 * Converts HTML to a line of plain text, for names of terms and contact data: without tags and percent-encoded
 * octets, with single spaces. A `<` that starts no tag stays, escaped where a parser could read it as one.
 */
export function plainLine(text: string): string {
  const bare = text.includes('<')
    ? withoutElements(text, UNSEEN)
        .replace(STRAY, '&lt;')
        .replace(/<(?!\s)[^<>]*>/g, '')
    : text
  return bare
    .replace(/%[\da-f]{2}/gi, '')
    .replace(/[\r\n\t ]+/g, ' ')
    .trim()
}
