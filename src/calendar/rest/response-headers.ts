import { permittedOrigin } from '../../access/cors.ts'
import type { AccessPolicy } from '../../access/policy.ts'
import { isAtLeast } from '../model/roles.ts'
import { mayCreate, mayEdit, mayEditTerms } from '../rules/rights.ts'
import { idOfSlug } from './find-item.ts'
import type { Route } from './match-route.ts'
import { toInteger } from './resources/values.ts'
import type { Scope } from './scope.ts'

/** Pages may read these of an answer. */
const EXPOSED = 'X-WP-Total, X-WP-TotalPages, Link, X-TEC-Total, X-TEC-TotalPages'
const ALLOWED = 'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type'
const METHODS = 'OPTIONS, GET, POST, PUT, PATCH, DELETE'

export interface CommonOptions extends Pick<Scope, 'baseUrl'> {
  readonly policy: Pick<AccessPolicy, 'allowedOrigins' | 'isOwnHost'>
}

/**
 * Headers of every answer. Pages of every origin may read what the calendar answers to anybody; only those of the
 * node itself and of origins that its owner names may send credentials of a browser. Spec: calendar facts,
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
export function allowedMethods(route: Route, scope: Scope): string {
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
