import type { Attempts } from '../../access/attempts.ts'
import type { AccessPolicy } from '../../access/policy.ts'
import { escapeHtml } from '../../html/escape-html.ts'
import { clientOrigin } from '../../http/client-origin.ts'
import { matchesEtag } from '../../http/match-etag.ts'
import { requestUrl } from '../../http/request-url.ts'
import type { NodeWith } from '../../node/create.ts'
import type { CalendarSettings } from '../access/settings.ts'
import { idOfSlug, slugInPath } from '../rest/match-route.ts'
import { notAcceptable } from '../rest/response-headers.ts'
import { rootUrl } from '../rest/scope.ts'
import { mayRead } from '../rules/rights.ts'
import { readSiteZone } from '../time/zone.ts'
import { LANGUAGE_CODES, LANGUAGE_PARAMETER, languageInUrl, languageOf } from './language/choose-language.ts'
import { type PageScope, pageLanguage } from './language/page-language.ts'
import { dayContent, listContent } from './list-pages.ts'
import { type ListRequest, listQuery, readListRequest } from './list-request.ts'
import { monthContent } from './month-page.ts'
import { eventContent, placeContent, termContent } from './page-content.ts'
import { linkTo, type PageContent, pageHtml } from './page-html.ts'
import type { PublicPage } from './page-path.ts'
import { dayAt } from './site-days.ts'

/** Allows no scripts, whatever a description contains. */
const POLICY =
  "default-src 'none'; img-src 'self' https:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'"

function missingContent(scope: PageScope): PageContent {
  const { notFound, noSuchPage, seeAll } = scope.language.texts
  return { title: notFound, body: `<p>${noSuchPage} ${linkTo('/events/', seeAll, scope)}.</p>` }
}

export interface PageServerOptions {
  readonly node: NodeWith<'calendar'>
  readonly settings: CalendarSettings
  readonly attempts: Attempts
  readonly policy: Pick<AccessPolicy, 'isOwnHost'>
}

/**
 * Answers a read of a public page. A page that the reader may not see gets the same 404 as a page that does not
 * exist. Spec gap: the calendar documents name the addresses of single pages, and nothing of their content.
 */
export function createPageServer({ node, settings, attempts, policy }: PageServerOptions) {
  const siteZone = readSiteZone(node.siteZone)

  return async (page: PublicPage, request: Request): Promise<Response> => {
    const refusal = notAcceptable(request, { types: ['text/html'] })
    if (refusal) return refusal
    const { signal } = request
    const nowMs = node.clock.now()
    const scope: PageScope = {
      view: await node.calendar.view({ atMs: nowMs, signal }),
      // Under a name that somebody else has pointed at this address, a page of that name could read the answer.
      actor: policy.isOwnHost(requestUrl(request)) ? settings.owner : undefined,
      settings,
      attempts,
      source: undefined,
      siteZone,
      nowMs,
      baseUrl: settings.baseUrl ?? clientOrigin(request),
      makesSizes: false,
      fetchedImages: new Map(),
      signal,
      language: pageLanguage(languageOf(request, settings.visitorLanguages)),
      chosenLanguage: languageInUrl(requestUrl(request)),
    }
    const asked = readListRequest(requestUrl(request))
    return pageResponse(request, { content: await contentOf({ page, asked }, scope), asked, scope })
  }
}

interface ResponseOptions {
  /** Absent for a page that does not exist. */
  readonly content: PageContent | undefined
  readonly asked: ListRequest
  readonly scope: PageScope
}

async function pageResponse(request: Request, { content, asked, scope }: ResponseOptions): Promise<Response> {
  const footer = languageLinks(asked, scope)
  const html = pageHtml(content ?? missingContent(scope), { scope, footer })
  const headers: Record<string, string> = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': scope.language.code,
    Vary: 'Accept-Language',
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': scope.actor ? 'private, no-cache' : 'no-cache',
    Link: `<${scope.baseUrl}/>; rel="https://api.w.org/"`,
    'X-TEC-API-VERSION': 'v1',
    'X-TEC-API-ROOT': `${rootUrl(scope)}/`,
    'X-TEC-API-ORIGIN': scope.baseUrl,
  }
  const isHead = request.method === 'HEAD'
  if (!content) return new Response(isHead ? null : html, { status: 404, headers })
  headers['ETag'] = await tagOf(html)
  if (matchesEtag(request.headers.get('If-None-Match'), headers['ETag']))
    return new Response(null, { status: 304, headers })
  return new Response(isHead ? null : html, { headers })
}

interface Asked {
  readonly page: PublicPage
  readonly asked: ListRequest
}

async function contentOf({ page, asked }: Asked, scope: PageScope): Promise<PageContent | undefined> {
  const { view, actor, nowMs, siteZone } = scope
  if (page.kind === 'list' || page.kind === 'month' || page.kind === 'day') {
    if (page.kind === 'list') return listContent(asked, scope)
    if (page.kind === 'day') return dayContent(page.day, asked, scope)
    return monthContent(page.month ?? dayAt(nowMs, siteZone).slice(0, 7), asked, scope)
  }
  const { collection } = page
  const id = idOfSlug(view, { collection, slug: slugInPath(view, page) })
  if (id === undefined) return undefined
  if (page.kind === 'term') return termContent(page.collection, id, scope)
  const row = view.row(page.collection, id)
  if (!row || row.status === 'trash' || !mayRead(actor, row)) return undefined
  return page.collection === 'events' ? eventContent(id, scope) : placeContent(page.collection, id, scope)
}

async function tagOf(html: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(html)))
  return `"${[...digest.subarray(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}"`
}

/** The end of every page: the same page in each language, by the language's own name. */
function languageLinks(asked: ListRequest, { language }: Pick<PageScope, 'language'>): string {
  const links = LANGUAGE_CODES.map((code) => {
    const query = listQuery(asked)
    query.set(LANGUAGE_PARAMETER, code)
    const current = code === language.code ? ' aria-current="true"' : ''
    const { ownName } = pageLanguage(code).texts
    return `<a href="${escapeHtml(`?${query}`)}" lang="${code}" hreflang="${code}"${current}>${ownName}</a>`
  })
  return `<footer><nav class="views" aria-label="${language.texts.language}">${links.join(' ')}</nav></footer>\n`
}
