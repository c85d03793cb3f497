import { escapeHtml } from '../../html/escape-html.ts'
import { pageHead } from '../../html/page-head.ts'
import type { PostRecord } from '../model/records.ts'
import { imageAddress, type LinkedRecords } from '../rest/print/print-post.ts'
import { rootUrl, type Scope } from '../rest/scope.ts'

/** Title and body of a page. Both are sanitised HTML. */
export interface PageContent {
  /** Without tags. */
  readonly title: string
  readonly body: string
}

/** A whole page, with the elements by which importers find the API. Spec: calendar facts, section 1.1. */
export function pageHtml({ title, body }: PageContent, scope: Pick<Scope, 'baseUrl'>): string {
  const root = `${escapeHtml(rootUrl(scope))}/`
  const extra = `<meta name="tec-api-version" content="v1">
<meta name="tec-api-origin" content="${escapeHtml(scope.baseUrl)}">
<link rel="alternate" href="${root}">
`
  return `${pageHead({ title, style: pageStyle, extra })}<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
}

/** Rendered HTML as text without tags, fit for an element and for a quoted attribute. */
export function withoutTags(html: string): string {
  return html
    .replace(/<[^>]*>?/g, '')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;')
}

export type Fact = readonly [label: string, html: string]

/** A list of facts. Facts with an empty text are left out. */
export function factList(facts: readonly Fact[]): string {
  const known = facts.filter(([, html]) => html !== '')
  if (known.length === 0) return ''
  return `<dl>\n${known.map(([label, html]) => `<dt>${label}</dt><dd>${html}</dd>\n`).join('')}</dl>\n`
}

/** A link. `html` must be sanitised and without tags. */
export function linkTo(address: string, html: string): string {
  return `<a href="${escapeHtml(address)}">${html}</a>`
}

/** A link to a website from a record, or plain text when its scheme is neither http nor https. */
export function linkToWebsite(address: string): string {
  const text = escapeHtml(address)
  return /^https?:\/\//i.test(address) ? `<a href="${text}" rel="noopener nofollow ugc">${text}</a>` : text
}

/** The style of every page: light or dark colours by the reader's preference, one column. */
const pageStyle = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 45rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; line-height: 1.2; }
h2 { font-size: 1.25rem; }
img { max-width: 100%; height: auto; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dt { font-weight: 600; }
dd { margin: 0; }
`

export interface PictureOptions {
  readonly scope: Pick<Scope, 'baseUrl'>
  readonly linked: Pick<LinkedRecords, 'images'>
}

/** The picture of a post, as HTML; empty when it has none. */
export function picture({ image }: Pick<PostRecord, 'image'>, { scope, linked }: PictureOptions): string {
  const item = image === null ? undefined : linked.images.get(image)
  if (!item) return ''
  const { width, height } = item.record
  const address = escapeHtml(imageAddress(scope, item))
  return `<p><img src="${address}" alt="" width="${width}" height="${height}"></p>\n`
}
