import type { Attempts } from '../../access/attempts.ts'
import type { NodeWith } from '../../node/create.ts'
import type { CalendarSettings } from '../model/settings.ts'
import { idOfSlug } from '../rest/match-route.ts'
import { notAcceptable } from '../rest/response-headers.ts'
import { rootUrl, type Scope } from '../rest/scope.ts'
import { mayRead } from '../rules/rights.ts'
import { withDescendants } from '../rules/terms.ts'
import { readSiteZone } from '../time/zone.ts'
import { comingEvents, eventContent, placeContent } from './page-content.ts'
import { type PageContent, pageHtml, withoutTags } from './page-html.ts'

/** Allows no scripts, whatever a description contains. */
const POLICY =
  "default-src 'none'; img-src 'self' https:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

const MISSING: PageContent = { title: 'Not found', body: '<p>The calendar has no such page.</p>' }

export interface PageServerOptions {
  readonly node: NodeWith<'calendar'>
  readonly settings: CalendarSettings
  readonly attempts: Attempts
}

/**
 * Answers a read of a public page. A page that the reader may not see gets the same 404 as a page that does not
 * exist. Spec gap: the calendar documents name the addresses of these pages, and nothing of their content.
 */
export function createPageServer({ node, settings, attempts }: PageServerOptions) {
  const siteZone = readSiteZone(node.siteZone)

  return async (page: PublicPage, request: Request): Promise<Response> => {
    const refusal = notAcceptable(request, { types: ['text/html'] })
    if (refusal) return refusal
    const { signal } = request
    const nowMs = node.clock.now()
    const scope: Scope = {
      view: await node.calendar.view({ at: { nowMs, siteZone }, signal }),
      actor: settings.owner,
      settings,
      attempts,
      source: undefined,
      siteZone,
      nowMs,
      baseUrl: settings.baseUrl ?? new URL(request.url).origin,
      makesSizes: false,
      fetchedImages: new Map(),
      signal,
    }
    return pageResponse(request, { content: await contentOf(page, scope), scope })
  }
}

interface ResponseOptions {
  /** Absent for a page that does not exist. */
  readonly content: PageContent | undefined
  readonly scope: Scope
}

async function pageResponse(request: Request, { content, scope }: ResponseOptions): Promise<Response> {
  const html = pageHtml(content ?? MISSING, scope)
  const headers: Record<string, string> = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': scope.actor ? 'private, no-cache' : 'no-cache',
    'X-TEC-API-VERSION': 'v1',
    'X-TEC-API-ROOT': `${rootUrl(scope)}/`,
    'X-TEC-API-ORIGIN': scope.baseUrl,
  }
  const isHead = request.method === 'HEAD'
  if (!content) return new Response(isHead ? null : html, { status: 404, headers })
  headers['ETag'] = await tagOf(html)
  if (request.headers.get('If-None-Match')?.includes(headers['ETag']))
    return new Response(null, { status: 304, headers })
  return new Response(isHead ? null : html, { headers })
}

async function contentOf(page: PublicPage, scope: Scope): Promise<PageContent | undefined> {
  const { view, actor } = scope
  if (page.kind === 'list') return undefined
  const id = idOfSlug(view, page)
  if (id === undefined) return undefined
  if (page.kind === 'term') return termContent(page.collection, id, scope)
  const row = view.row(page.collection, id)
  if (!row || row.status === 'trash' || !mayRead(actor, row)) return undefined
  return page.collection === 'events' ? eventContent(id, scope) : placeContent(page.collection, id, scope)
}

async function termContent(
  collection: 'categories' | 'tags',
  id: number,
  scope: Scope,
): Promise<PageContent | undefined> {
  const row = scope.view.row(collection, id)
  if (!row) return undefined
  const ids = collection === 'categories' ? withDescendants([id], scope.view) : [id]
  const about = row.description === '' ? '' : `<p>${withoutTags(row.description)}</p>\n`
  return { title: withoutTags(row.name), body: about + (await comingEvents({ [collection]: ids }, scope)) }
}

async function tagOf(html: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(html)))
  return `"${[...digest.subarray(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}"`
}

/** A public page, parsed from its path. */
export type PublicPage =
  | { readonly kind: 'post'; readonly collection: 'events' | 'venues' | 'organizers'; readonly slug: string }
  | { readonly kind: 'term'; readonly collection: 'categories' | 'tags'; readonly slug: string }
  | { readonly kind: 'list' }

const POSTS = { event: 'events', venue: 'venues', organizer: 'organizers' } as const

/**
 * Parses the path of a page that `url` of this API links to: `/event/<slug>/`, `/venue/<slug>/`,
 * `/organizer/<slug>/`, `/tag/<slug>/` and `/events/category/<parent>/<slug>/`, with or without the trailing slash;
 * also `/events/` and `/events/list/`, which recorded servers serve and this calendar does not. `undefined` for any
 * other path. Spec: calendar facts, sections 2 to 5 and 16.
 */
export function parsePagePath(pathname: string): PublicPage | undefined {
  const [empty, first = '', ...rest] = pathname.replace(/\/$/, '').split('/')
  const slug = decoded(rest.at(-1) ?? '')
  if (empty === '' && first === 'events' && ['', 'list'].includes(rest.join('/'))) return { kind: 'list' }
  if (empty !== '' || slug === '') return undefined
  if (first === 'events' && rest[0] === 'category' && rest.length > 1)
    return { kind: 'term', collection: 'categories', slug }
  if (rest.length !== 1) return undefined
  if (first === 'tag') return { kind: 'term', collection: 'tags', slug }
  if (first === 'event' || first === 'venue' || first === 'organizer')
    return { kind: 'post', collection: POSTS[first], slug }
  return undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
