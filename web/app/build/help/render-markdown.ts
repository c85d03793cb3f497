import MarkdownIt from 'markdown-it'
import { escapeHtml } from '../../../../src/html/escape-html.ts'
import { headingSlug } from './heading-slug.ts'

/** A heading of the second level, as a table of contents shows it. */
export interface HelpSection {
  readonly slug: string
  readonly title: string
}

export interface Rendered {
  readonly html: string
  readonly sections: readonly HelpSection[]
}

export interface RenderOptions {
  /** The address of a link, or `undefined` for one that has none in the help, of which only the text stays. */
  readonly addressOf: (target: string) => string | undefined
}

/** Renders a guide. HTML in it stays text, except comments, which mark generated tables and disappear. */
export function renderMarkdown(markdown: string, { addressOf }: RenderOptions): Rendered {
  const parser = new MarkdownIt({ html: false, linkify: false })
  const { rules } = parser.renderer
  rules['table_open'] = (all, at) => {
    const label = escapeHtml(String(all[at]?.attrGet('aria-label')))
    return `<div class="wide" role="region" aria-label="${label}" tabindex="0"><table>\n`
  }
  rules['table_close'] = () => '</table></div>\n'
  rules['code_inline'] = (all, at) => `<code>${withJoints(all[at]?.content ?? '')}</code>`
  rules['image'] = (tokens, at) => {
    const token = tokens[at]
    return token ? picture(String(token.attrGet('src')), token.content) : ''
  }
  const tokens = parser.parse(markdown.replaceAll(/^<!--.*-->$/gm, ''), {})
  const sections: HelpSection[] = []
  const tables = new Map<string, number>()
  let heading = ''
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'table_open') {
      const label = `${heading}: ${columnsOf(tokens.slice(at))}`
      const count = (tables.get(label) ?? 0) + 1
      tables.set(label, count)
      // Screen readers distinguish regions by their names.
      token.attrSet('aria-label', count === 1 ? label : `${label} (${count})`)
    }
    if (token.type === 'heading_open') {
      const title = (tokens[at + 1]?.children ?? []).map(({ content }) => content).join('')
      heading = title
      const slug = headingSlug(title)
      token.attrSet('id', slug)
      if (token.tag === 'h2') sections.push({ slug, title })
    }
    if (token.children) token.children = withAddresses(token.children, addressOf)
  }
  return { html: parser.renderer.render(tokens, parser.options, {}), sections }
}

/** Text of code, which a line may break after its joints: `IMPORT_|HAMT_|FANOUT`, `Import.|Unix|FSChunker`. */
function withJoints(code: string): string {
  return code
    .split(/(?<=[_./=&?,-])(?=\w)|(?<=[a-z])(?=[A-Z])/)
    .map(escapeHtml)
    .join('<wbr>')
}

/** Pixels of every picture of the guides, so that the text does not move when one arrives. */
export const PICTURE_SIZE = { width: 1280, height: 900 }

/** A picture of the guides, `pictures/content.webp`, which has a dark one beside it. Loaded when it comes into view. */
function picture(target: string, alt: string): string {
  const light = escapeHtml(`../${target}`)
  const dark = light.replace(/\.webp$/, '-dark.webp')
  const { width, height } = PICTURE_SIZE
  return `<picture><source media="(prefers-color-scheme: dark)" srcset="${dark}"><img src="${light}" alt="${escapeHtml(alt)}" width="${width}" height="${height}" loading="lazy" decoding="async"></picture>`
}

type Tokens = ReturnType<MarkdownIt['parse']>

/** The names of the columns of the table with which the tokens begin. */
function columnsOf(tokens: Tokens): string {
  const head = tokens.slice(
    0,
    tokens.findIndex(({ type }) => type === 'thead_close'),
  )
  return head.flatMap(({ type, content }) => (type === 'inline' ? [content] : [])).join(', ')
}

/** Replaces the targets of links. A link inside another is impossible, so that each has one end. */
function withAddresses(tokens: Tokens, addressOf: RenderOptions['addressOf']): Tokens {
  let isDropped = false
  return tokens.filter((token) => {
    if (token.type === 'link_open') {
      const address = addressOf(String(token.attrGet('href')))
      isDropped = address === undefined
      if (address !== undefined) token.attrSet('href', address)
      return !isDropped
    }
    return !(token.type === 'link_close' && isDropped)
  })
}
