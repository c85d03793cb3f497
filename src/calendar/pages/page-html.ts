import { escapeHtml } from '../../html/escape-html.ts'
import { pageHead } from '../../html/page-head.ts'
import type { PostRecord } from '../model/records.ts'
import { imageAddress, type LinkedRecords } from '../rest/print/print-post.ts'
import { rootUrl, type Scope } from '../rest/scope.ts'
import { describingElements } from './describing-elements.ts'
import { LANGUAGE_CODES, LANGUAGE_PARAMETER, type LanguageCode } from './language/choose-language.ts'
import type { PageScope } from './language/page-language.ts'
import { listAddress, type SentFilters } from './list-request.ts'
import { PAGE_STYLE } from './page-style.ts'
import { dayAt, type SiteDay } from './site-days.ts'

/** The contents of a page. Title and body are sanitised HTML. */
export interface PageContent {
  /** Without tags. */
  readonly title: string
  readonly body: string
  /** The page's one address, without a language, for search engines; absent for a page that does not exist. */
  readonly address?: string
  /** A sentence for links to the page, as HTML without tags; none when absent. */
  readonly about?: string
  /** Address of a picture for links to the page. */
  readonly image?: string
  /** False for a page that search engines leave out. True when absent. */
  readonly isIndexed?: boolean
  /** The events of the page, for search engines. */
  readonly jsonLd?: readonly object[]
}

export interface PageHtmlOptions {
  readonly scope: PageScope
  /** HTML. */
  readonly footer: string
}

/** A whole page, with the elements by which importers find the API. Spec: calendar facts, section 1.1. */
export function pageHtml(content: PageContent, { scope, footer }: PageHtmlOptions): string {
  const { title, body } = content
  const { code, texts } = scope.language
  const root = `${escapeHtml(rootUrl(scope))}/`
  const extra = `<meta name="tec-api-version" content="v1">
<meta name="tec-api-origin" content="${escapeHtml(scope.baseUrl)}">
<link rel="alternate" href="${root}">
${describingElements(inLanguage(content, scope))}${otherLanguages(content)}`
  return `${pageHead({ title, style: PAGE_STYLE, language: code, extra })}<header>${linkTo(listAddress(scope, {}), texts.events, scope)}</header>
<main>
<h1>${title}</h1>
${body}
</main>
${footer}</body>
</html>
`
}

/** A page in a language that its address names is a page of its own for search engines. */
function inLanguage(content: PageContent, scope: LinkScope): PageContent {
  const { address } = content
  return address === undefined ? content : { ...content, address: keptAddress(address, scope) }
}

/** Addresses of the page in each language, and in that of the visitor, for search engines. */
function otherLanguages({ address, isIndexed = true }: PageContent): string {
  if (address === undefined || !isIndexed) return ''
  const link = (hreflang: string, chosen?: LanguageCode) =>
    `<link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(keptAddress(address, { chosenLanguage: chosen }))}">\n`
  return [...LANGUAGE_CODES.map((code) => link(code, code)), link('x-default')].join('')
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

type LinkScope = Pick<PageScope, 'chosenLanguage'>

/** A link to a page of this site. `html` must be sanitised and without tags. */
export function linkTo(address: string, html: string, scope: LinkScope): string {
  return `<a href="${escapeHtml(keptAddress(address, scope))}">${html}</a>`
}

/** The address of a page of this site in the language that the visitor has chosen. */
export function keptAddress(address: string, { chosenLanguage }: LinkScope): string {
  if (chosenLanguage === undefined) return address
  return `${address}${address.includes('?') ? '&' : '?'}${LANGUAGE_PARAMETER}=${chosenLanguage}`
}

/** A link to a website from a record, or plain text when its scheme is neither http nor https. */
export function linkToWebsite(address: string): string {
  const text = escapeHtml(address)
  return /^https?:\/\//i.test(address) ? `<a href="${text}" rel="noopener nofollow ugc">${text}</a>` : text
}

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

/** The address of the picture of a post; empty when it has none. */
export function pictureAddress(
  { image }: Pick<PostRecord, 'image'>,
  { scope, linked }: PictureOptions,
): string {
  const item = image === null ? undefined : linked.images.get(image)
  return item ? imageAddress(scope, item) : ''
}

export interface ViewLinksOptions {
  readonly filters: SentFilters
  readonly scope: PageScope
  /** A day that is shown; today when absent. */
  readonly day?: SiteDay
}

/** Links to the list, the month and the day, with the same filters. */
export function viewLinks(
  shown: 'list' | 'month' | 'day',
  { filters, scope, day }: ViewLinksOptions,
): string {
  const { texts } = scope.language
  const at = day ?? dayAt(scope.nowMs, scope.siteZone)
  const views = [
    ['list', texts.list, ''],
    ['month', texts.month, `month/${at.slice(0, 7)}/`],
    ['day', texts.day, `${at}/`],
  ] as const
  const links = views.map(([name, text, path]) => {
    const address = escapeHtml(keptAddress(listAddress(scope, { path, filters }), scope))
    return `<a href="${address}"${name === shown ? ' aria-current="page"' : ''}>${text}</a>`
  })
  return `<nav class="views" aria-label="${texts.views}">${links.join(' ')}</nav>\n`
}

/** Links to the page before and after, either of which may be empty. */
export function turns(
  { earlier, later }: { readonly earlier: string; readonly later: string },
  { language }: Pick<PageScope, 'language'>,
): string {
  return `<nav class="turns" aria-label="${language.texts.earlierAndLater}"><span>${earlier}</span><span>${later}</span></nav>\n`
}
