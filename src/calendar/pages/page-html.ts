import { escapeHtml } from '../../html/escape-html.ts'
import { pageHead } from '../../html/page-head.ts'
import { rootUrl, type Scope } from '../rest/scope.ts'
import { pageStyle } from './page-style.ts'

/** What one page shows. Both are HTML that is safe to show. */
export interface PageContent {
  /** Without tags. */
  readonly title: string
  readonly body: string
}

/** A whole page, which tells importers where the API is. Spec: calendar facts, section 1.1. */
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

/** What is known of a thing, without what is empty. */
export function factList(facts: readonly Fact[]): string {
  const known = facts.filter(([, html]) => html !== '')
  if (known.length === 0) return ''
  return `<dl>\n${known.map(([label, html]) => `<dt>${label}</dt><dd>${html}</dd>\n`).join('')}</dl>\n`
}

/** A link; `html` is safe and without tags. */
export function linkTo(address: string, html: string): string {
  return `<a href="${escapeHtml(address)}">${html}</a>`
}

/** A link to a page that somebody named, or its text where it has another scheme than the web's. */
export function linkToWebsite(address: string): string {
  const text = escapeHtml(address)
  return /^https?:\/\//i.test(address) ? `<a href="${text}" rel="noopener nofollow ugc">${text}</a>` : text
}
