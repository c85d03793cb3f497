import type { Attempts } from '../../access/attempts.ts'
import { isForeignPage } from '../../access/guard.ts'
import type { AccessPolicy } from '../../access/policy.ts'
import { clientOrigin } from '../../http/client-origin.ts'
import type { ReadDescription } from '../../http/descriptions.ts'
import { requestUrl } from '../../http/request-url.ts'
import type { NodeWith } from '../../node/create.ts'
import type { CalendarSettings } from '../access/settings.ts'
import type { Prefetch } from '../model/calendar.ts'
import type { Actor } from '../model/settings.ts'
import { readSiteZone } from '../time/zone.ts'
import { answerRead } from './answer-read.ts'
import { answerWrite } from './answer-write.ts'
import { authenticate } from './authenticate.ts'
import { describeRoute } from './describe/describe-route.ts'
import {
  type Answer,
  type CalendarCall,
  type CalendarRoute,
  type Method,
  matchRoute,
  readSlug,
} from './match-route.ts'
import { readBody, readPairs, type SentParameters } from './read/read-parameters.ts'
import { sentText } from './resources/parameter.ts'
import { allowedMethods, commonHeaders, notAcceptable, type Served } from './response-headers.ts'
import { noRoute } from './rest-error.ts'
import { NAMESPACE, type Scope } from './scope.ts'
import { errorAnswer, toCalendarResponse } from './to-response.ts'

/** The questions of the calendar to a host's access policy. */
export type CallerPolicy = Pick<
  AccessPolicy,
  'sourceOf' | 'allowedOrigins' | 'isOwnHost' | 'pagesAreAnonymous'
>

export interface ServeOptions {
  readonly node: NodeWith<'calendar'>
  readonly settings: CalendarSettings
  readonly policy: CallerPolicy
  readonly attempts: Attempts
  readonly readDescription?: ReadDescription | undefined
}

/**
 * Answers every request below `/cal/events/v1`, in this order: route, authentication, parameters, authorization,
 * answer. Spec: calendar facts, section 1.
 */
export function createCalendarServer({ node, settings, policy, attempts, readDescription }: ServeOptions) {
  const siteZone = readSiteZone(node.siteZone)
  /** Bodies without credentials, which may be wrong only in their content, take no place of others. */
  const ofStrangers = node.bodyAdmission.apart()

  const baseUrlOf = (request: Request) => settings.baseUrl ?? clientOrigin(request)
  /** The owner's rights are for the owner's programs and pages: another site's page has none of them. */
  const ownerOf = (request: Request): Actor => {
    const isOwn = policy.isOwnHost(requestUrl(request)) && !isForeignPage(policy, request)
    return isOwn ? settings.owner : undefined
  }
  const answer = async (request: Request, { url, query, common }: AnswerOptions): Promise<Answer> => {
    const matched = matchRoute(pathBelowNamespace(url.pathname))
    const isOptions = request.method === 'OPTIONS'
    const method = isOptions ? 'GET' : methodOf(request, query)
    if (!matched || !method || !hasMethod(matched, method)) throw noRoute()
    const source = policy.sourceOf(request)
    const header = request.headers.get('Authorization')
    const actor: Actor =
      header === null
        ? ownerOf(request)
        : await authenticate(header, { users: settings.users, attempts, source })
    const { signal } = request
    const nowMs = node.clock.now()
    const scope: Scope = {
      view: await node.calendar.view({ atMs: nowMs, prefetch: prefetchFor(matched), signal }),
      actor,
      settings,
      attempts,
      source,
      siteZone,
      nowMs,
      baseUrl: baseUrlOf(request),
      makesSizes: node.imageResizer !== undefined,
      fetchedImages: new Map(),
      readDescription,
      signal,
    }
    const route = readSlug(matched, scope.view)
    common.set('Allow', allowedMethods(route, scope))
    if (isOptions) return { status: 200, body: describeRoute(route, scope) }
    const admission = actor ? node.bodyAdmission : ofStrangers
    const body = hasBody(request) ? await readBody(request, { admission, signal }) : new Map()
    const call: CalendarCall = { route, method, query, sent: new Map([...query, ...body]) }
    return method === 'GET' ? answerRead(call, scope) : answerWrite(call, { node, scope })
  }

  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const query = readPairs(url.searchParams)
    const common = commonHeaders(request, { baseUrl: baseUrlOf(request), policy })
    const options = { query, common }
    const isHead = request.method === 'HEAD'
    const refusal = notAcceptable(request, SERVED)
    if (refusal) return withoutBody(withHeaders(refusal, common), isHead)
    try {
      const { status, body, headers } = await answer(request, { url, query, common })
      return withoutBody(toCalendarResponse({ status, body, headers }, options), isHead)
    } catch (error) {
      const failed = errorAnswer(error)
      if (!failed) node.logger.log('error', 'calendar', 'Cannot answer request: unexpected error', { error })
      return withoutBody(toCalendarResponse(failed ?? INTERNAL_ERROR, options), isHead)
    }
  }
}

const SERVED: Served = {
  types: ['application/json'],
  // The last two are for `_jsonp`.
  tolerated: [
    'text/html',
    'application/xml',
    'application/xhtml+xml',
    'application/javascript',
    'text/javascript',
  ],
}

interface AnswerOptions {
  readonly url: URL
  readonly query: SentParameters
  readonly common: Headers
}

const INTERNAL_ERROR = {
  status: 500,
  body: { code: 'internal_server_error', message: 'internal error', data: { status: 500 } },
}

/** The record that a route will probably read. Terms are answered from rows, without their records. */
function prefetchFor(route: CalendarRoute): Prefetch | undefined {
  if (route.kind !== 'item') return undefined
  const { collection } = route.resource
  return collection === 'categories' || collection === 'tags' ? undefined : { collection, id: route.id }
}

/** The part of a path below the API. */
function pathBelowNamespace(pathname: string): string {
  return pathname.slice(NAMESPACE.length + 1)
}

/** The method of a request, which a POST may override; `undefined` for an unknown one. */
function methodOf(request: Request, query: SentParameters): Method | undefined {
  const override =
    request.method === 'POST' ? (query.get('_method') ?? request.headers.get('X-HTTP-Method-Override')) : null
  const asked = sentText(override ?? request.method).toUpperCase()
  if (asked === 'HEAD') return 'GET'
  return (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).find((method) => method === asked)
}

function hasMethod({ kind }: CalendarRoute, method: Method): boolean {
  if (kind === 'item' || kind === 'by-slug') return true
  return method === 'GET' || (kind === 'collection' && method === 'POST')
}

/** A POST that overrides its method with GET has a body too: a list of ids may be longer than an address. */
function hasBody({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

/** Adds the CORS headers, so that a page of another origin can read why it was refused. */
function withHeaders(response: Response, common: Headers): Response {
  for (const [name, value] of common) if (!response.headers.has(name)) response.headers.set(name, value)
  return response
}

function withoutBody(response: Response, isHead: boolean): Response {
  if (!isHead) return response
  return new Response(null, { status: response.status, headers: response.headers })
}
