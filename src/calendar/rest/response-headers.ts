import { permittedOrigin } from '../../access/cors.ts'
import type { AccessPolicy } from '../../access/policy.ts'
import { requestUrl } from '../../http/request-url.ts'
import { isAtLeast } from '../model/settings.ts'
import { mayCreate, mayEdit, mayEditTerms } from '../rules/rights.ts'
import { type CalendarRoute, idOfSlug } from './match-route.ts'
import { toInteger } from './resources/parameter.ts'
import type { Scope } from './scope.ts'

/** Response headers that pages of other origins may read. */
const EXPOSED = 'X-WP-Total, X-WP-TotalPages, Link, X-TEC-Total, X-TEC-TotalPages'
const ALLOWED = 'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type'
const METHODS = 'OPTIONS, GET, POST, PUT, PATCH, DELETE'

export interface CommonOptions extends Pick<Scope, 'baseUrl'> {
  readonly policy: Pick<AccessPolicy, 'allowedOrigins' | 'isOwnHost'>
}

/**
 * Headers of every answer. Pages of any origin may read what the calendar answers to anonymous callers. Only pages
 * of the node itself and of origins that its owner names may send a browser's credentials. Spec: calendar facts,
 * section 1.1.
 */
export function commonHeaders(request: Request, { baseUrl, policy }: CommonOptions): Headers {
  const headers = new Headers({
    Link: `<${baseUrl}/>; rel="https://api.w.org/"`,
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
    Vary: 'Origin',
    'Access-Control-Expose-Headers': EXPOSED,
    'Access-Control-Allow-Headers': ALLOWED,
  })
  const origin = request.headers.get('Origin')
  if (origin !== null) {
    headers.set('Access-Control-Allow-Origin', origin)
    headers.set('Access-Control-Allow-Methods', METHODS)
    if (permittedOrigin(policy, request)) headers.set('Access-Control-Allow-Credentials', 'true')
  }
  if (request.headers.has('Authorization')) {
    headers.set('Cache-Control', 'no-cache, must-revalidate, max-age=0, no-store, private')
    headers.set('Expires', 'Wed, 11 Jan 1984 05:00:00 GMT')
  }
  return headers
}

/** The methods that the actor may use on a route. */
export function allowedMethods(route: CalendarRoute, scope: Scope): string {
  const { actor, view } = scope
  if (route.kind === 'collection') {
    const { collection } = route.resource
    const isTerm = collection === 'categories' || collection === 'tags'
    return (isTerm ? mayEditTerms(actor, collection) : mayCreate(actor)) ? 'GET, POST' : 'GET'
  }
  if (route.kind !== 'item' && route.kind !== 'by-slug') return 'GET'
  const { collection } = route.resource
  if (collection === 'categories' || collection === 'tags')
    return mayEditTerms(actor, collection) ? 'GET, POST, PUT, PATCH, DELETE' : 'GET'
  const id = route.kind === 'item' ? route.id : idOfSlug(view, { collection, slug: route.slug })
  const row = view.row(collection, toInteger(id) ?? 0)
  const may = row ? mayEdit(actor, row) : isAtLeast(actor, 'editor')
  return may ? 'GET, DELETE, POST, PUT, PATCH' : 'GET'
}

/** Parameters by which clients of recorded servers request iCalendar. */
const ICALENDAR = ['ical', 'outlook-ical']

/** Media types of answers. The first is the default. */
export interface Served {
  readonly types: readonly string[]
  /** Types that recorded clients ask for although they get the first type. */
  readonly tolerated?: readonly string[]
}

/**
 * The 406 answer to a request for a representation that is not served, by `Accept` or `?ical=1`; `undefined` when a
 * served type matches. Spec gap: recorded servers give JSON under `Accept: text/html` and `application/xml`, no
 * other was recorded; they serve iCalendar beside their API (calendar facts, section 16).
 */
export function notAcceptable(request: Request, { types, tolerated = [] }: Served): Response | undefined {
  const { searchParams } = requestUrl(request)
  const wantsICalendar = ICALENDAR.some((name) => !['', '0'].includes(searchParams.get(name) ?? ''))
  const accept = request.headers.get('Accept') ?? ''
  if (!wantsICalendar && accepts(accept, [...types, ...tolerated])) return undefined
  const wanted = wantsICalendar ? 'text/calendar' : accept.slice(0, 100)
  return new Response(`Cannot answer as "${wanted}": only ${types.join(' and ')} is served here\n`, {
    status: 406,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept, Origin',
    },
  })
}

/** A type with the weight 0 is not accepted. */
function accepts(accept: string, types: readonly string[]): boolean {
  const ranges = accept
    .toLowerCase()
    .split(',')
    .filter((range) => !/;\s*q=0(\.0*)?\s*$/.test(range))
    .map((range) => (range.split(';')[0] ?? '').trim())
  return ranges.some(
    (range) =>
      range === '' ||
      range === '*/*' ||
      types.some((type) => range === type || range === `${type.split('/')[0]}/*`),
  )
}
