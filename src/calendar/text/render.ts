import { escapeHtml } from '../../html/escape-html.ts'
import { sanitizeContent, sanitizeName } from './sanitize.ts'

/**
 * Renders a title or name as safe HTML: a few inline tags, typographic characters as entities, trimmed, without
 * backslashes. Spec: calendar facts, section 12.
 */
export function renderTitle(text: string): string {
  return withTypography(sanitizeName(text.replaceAll('\\', '')).trim())
}

/** Shortcodes that recorded servers expand. Here they are removed. */
const SHORTCODE = /\[(?:gallery|playlist|audio|video)(?:\s[^\]\n]{0,500})?\]/g

/**
 * Renders a description or excerpt as safe HTML: sanitised, with paragraphs and typographic characters; `''` when
 * it is empty. Spec: calendar facts, section 12.
 */
export function renderContent(text: string): string {
  if (text === '') return ''
  return withParagraphs(withTypography(sanitizeContent(text.replace(SHORTCODE, ''))))
}

/** Converts HTML to a text of `json_ld`: escaped, with a literal `\n` at its end; empty for an empty text. */
export function jsonLdText(html: string): string {
  return html === '' ? '' : `${escapeHtml(html.replaceAll('&#038;', '&'))}\\n`
}

/** Elements whose text is not changed. */
const VERBATIM = /^<(\/?)(pre|code|kbd|tt)\b/i

const TAG = /(<\/?[a-z][^<>]*>)/i

/**
 * Replaces typewriter characters by typographic ones, as numeric entities: quotes, apostrophes, primes, dashes,
 * ellipses, and an `&` that starts no entity. Tags and code stay. Spec: calendar facts, section 12.
 */
function withTypography(html: string): string {
  if (!html.includes('<')) return printed(html)
  let depth = 0
  const pieces = html.split(TAG).map((piece, index) => {
    if (index % 2 === 0) return depth > 0 ? piece.replace(AMPERSAND, '&#038;') : printed(piece)
    const verbatim = VERBATIM.exec(piece)
    if (verbatim) depth = Math.max(0, depth + (verbatim[1] === '/' ? -1 : 1))
    return piece
  })
  return pieces.join('')
}

/** An `&` that starts no entity. */
const AMPERSAND = /&(?!#\d{1,7};|#x[\da-f]{1,6};|[a-z][a-z\d]{1,31};)/gi

/**
 * All replaced characters, in one expression: most texts have few of them. Each alternative begins with a character
 * that it needs, so that the engine passes over all others at once.
 */
const TYPED = new RegExp(
  String.raw`['"]{1,2}|${AMPERSAND.source}|\.\.\.|${'``'}|--?-?| \(tm\)|x(?=\d[\d.,]{0,20}(?!\w))(?<=(?<![\w.,])[1-9][\d.,]{0,20}x)`,
  'gi',
)

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['&', '&#038;'],
  ['...', '&#8230;'],
  ['``', '&#8220;'],
  ["''", '&#8221;'],
  ['---', '&#8212;'],
  [' (tm)', ' &#8482;'],
  ['x', '&#215;'],
])

function printed(text: string): string {
  const quotes = quotesIn(text)
  return text.replace(TYPED, (typed: string, at: number) => {
    const sign = SIGNS.get(typed.toLowerCase())
    if (sign !== undefined) return sign
    if (!typed.startsWith('-')) return [...typed].map((quote, index) => quotes(quote, at + index)).join('')
    const isAlone = isBlank(text[at - 1]) && isBlank(text[at + typed.length])
    if (typed === '--') return isAlone ? '&#8212;' : '&#8211;'
    return isAlone ? '&#8211;' : typed
  })
}

function isBlank(character: string | undefined): boolean {
  return character === undefined || /\s/.test(character)
}

/** The typographic quote for a straight one. It depends on the neighbours and on the quotes that are open. */
function quotesIn(text: string): (quote: string, at: number) => string {
  let openSingle = 0
  let openDouble = 0
  return (quote, at) => {
    const before = text[at - 1] ?? ' '
    const after = text.slice(at + 1, at + 5)
    if (quote === '"') {
      if (/[\s([{-]/.test(before) && /^\S/.test(after)) {
        openDouble++
        return '&#8220;'
      }
      if (openDouble === 0 && /\d/.test(before)) return '&#8243;'
      openDouble = Math.max(0, openDouble - 1)
      return '&#8221;'
    }
    // An apostrophe before a shortened year: '99.
    if (/^\d\d(?!\d|%|[.,]\d)/.test(after)) return '&#8217;'
    if (/[\s([{"-]/.test(before)) {
      openSingle++
      return '&#8216;'
    }
    const isWithinWord = /^[^\s.,:;!?"')}\]-]/.test(after)
    if (!isWithinWord && openSingle === 0 && /\d/.test(before) && !/^[,\])}]/.test(after)) return '&#8242;'
    if (!isWithinWord) openSingle = Math.max(0, openSingle - 1)
    return '&#8217;'
  }
}

const BLOCK =
  'address|article|aside|blockquote|caption|center|col|colgroup|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul'

const BLOCK_TAG = new RegExp(`(<(/?)(${BLOCK})(?:\\s[^<>]*)?/?>)`, 'i')

/** Tags without an end tag. */
const EMPTY = ['hr', 'col']

/**
 * Makes paragraphs of text between blank lines, and `<br />` of single line ends. Block elements stay as they are.
 * Spec: calendar facts, section 12.
 */
function withParagraphs(html: string): string {
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

/** Works line by line: one expression over the whole text would be quadratic in a run of spaces. */
function withoutBreak(line: string, at: number, lines: readonly string[]): string {
  return at === lines.length - 1 ? line : line.trimEnd().replace(/<br ?\/?>$/, '')
}
