import { type Attempts, createAttempts } from './access/attempts.ts'
import { corsHeaders, isPreflight, preflightResponse } from './access/cors.ts'
import { createGuard, type Refusal, type Target } from './access/guard.ts'
import type { AccessPolicy } from './access/policy.ts'
import type { CalendarSettings } from './calendar/access/settings.ts'
import { DEFAULT_SETTINGS } from './calendar/model/settings.ts'
import { calendarRoutes, imageSizeRoutes, publicPages } from './calendar/routes.ts'
import { mountsIn } from './config/document/mounts.ts'
import { DomainError, isDomainError } from './errors.ts'
import { contentHost } from './gateway/content-host.ts'
import { noPage } from './gateway/errors.ts'
import type { GatewayNode } from './gateway/gateway-node.ts'
import { type GatewaySessionsOptions, gatewaySessions } from './gateway/gateway-sessions.ts'
import { mountRedirect } from './gateway/mount-redirect.ts'
import { gatewayNames } from './gateway/names/gateway-names.ts'
import { gatewayRoutes, versionRoutes } from './gateway/routes.ts'
import { serveContentHost } from './gateway/serve-content-host.ts'
import { type AddedHeaders, withHeaders } from './http/added-headers.ts'
import type { ReadDescription } from './http/descriptions.ts'
import { malformedHeader } from './http/malformed-request.ts'
import { createRoutes, type MiddlewareHandler, type Routes, withFastPath } from './http/routes.ts'
import { isReserved, isUnder, SURFACE_PREFIXES } from './http/surface-prefixes.ts'
import { ledgerRoutes } from './ledger/routes.ts'
import { tunnelRoutes } from './net/forwarding/routes.ts'
import type { CoreNode } from './node/create.ts'
import { REGISTRY } from './rpc/commands/index.ts'
import { createTargetOf, isCall } from './rpc/declare/registry.ts'
import { textRefusal } from './rpc/errors.ts'
import { rpcCalls, rpcRoutes } from './rpc/routes.ts'
import { routingRoutes } from './services/routing/routes.ts'
import { SURFACES, type Surface, type SurfaceName, surfaceAt } from './surfaces.ts'

export interface AppOptions extends Pick<GatewaySessionsOptions, 'doesGatewayFetch'> {
  /** Absent on a host without API documents, which then serves none. */
  readonly readDescription?: ReadDescription | undefined
  /** The owner's settings for the calendar. When absent, every request may read it and none may write it. */
  readonly calendar?: CalendarSettings | undefined
  /** Requests for content that are answered at the same time. Absent: any number. */
  readonly maxGatewayRequests?: number | undefined
  /** True if anonymous clients may ask this node for peers, providers and name records. Default: where no call needs a token. */
  readonly isRoutingExposed?: boolean | undefined
  /** The failed attempts of this node, where its host checks tokens too. Default: counted by the app alone. */
  readonly attempts?: Attempts | undefined
  /** The routes of services for others. Absent on a host that cannot be reached by others. */
  readonly services?: { readonly pins: ServiceRoutes } | undefined
}

/** Makes the routes of a service that checks by itself who calls it. */
type ServiceRoutes = (
  node: CoreNode,
  options: { readonly policy: AccessPolicy; readonly attempts: Attempts },
) => Routes

/** Connecting with a peer's service takes the right to forward. */
const TUNNEL_TARGET: Target = { path: '/api/v0/p2p/forward', isSecret: false, isAlwaysCall: true }

/** Mounts all surfaces of a node on one Hono app. This is the only file that knows them all. */
export function createApp(node: CoreNode, policy: AccessPolicy, options: AppOptions = {}): Routes {
  const { attempts = createAttempts(node.clock) } = options
  const guard = createGuard({ policy, clock: node.clock, attempts })
  const targetOf = createTargetOf(REGISTRY)
  /** Answers the request, if its caller may make it. The answer gets the headers; those of a refusal are added here. */
  const answerIfAllowed = async (
    request: Request,
    target: Target,
    answer: (headers: AddedHeaders) => Promise<Response> | Response,
  ): Promise<Response> => {
    if (isPreflight(request)) return preflightResponse(policy, request)
    const refusal = await guard(request, target)
    const headers = corsHeaders(policy, request)
    return refusal ? withHeaders(refused(refusal), headers) : answer(headers)
  }
  const checkCaller: MiddlewareHandler = (c, next) => {
    const target = isUnder(c.req.path, SURFACE_PREFIXES.tunnels[0]) ? TUNNEL_TARGET : targetOf(c.req.raw)
    return answerIfAllowed(c.req.raw, target, async (headers) => {
      await next()
      return withHeaders(c.res, headers)
    })
  }
  const app = createRoutes()
  const { publicBlocks, publicSessions, activity, gatewayHosts, dnslinkHosts, names, clock, random, logger } =
    node
  const gateway: GatewayNode = {
    blocks: publicBlocks,
    openSession: gatewaySessions(publicSessions, { policy, ...options }),
    activity,
    gatewayHosts,
    dnslinkHosts,
    names: gatewayNames(names, { policy, ...options }),
    maxRequests: options.maxGatewayRequests,
    clock,
    random,
    logger,
  }
  /** The answer to a request that has nothing to do with a surface. */
  const answerFirst = (request: Request): Promise<Response> | Response | undefined => {
    if (node.lifecycle.isDown()) return textRefusal(503, 'This node is shut down: start it again')
    const malformed = malformedHeader(request)
    if (malformed) return textRefusal(400, malformed)
    const host = contentHost(request, gateway)
    return host && serveContentHost(gateway, request, host)
  }
  app.use(async (c, next) => (await answerFirst(c.req.raw)) ?? next())
  const { calendar: settings = DEFAULT_SETTINGS, readDescription, services } = options
  const routes: Readonly<Record<SurfaceName, Routes | MiddlewareHandler>> = {
    rpc: rpcRoutes(node, REGISTRY, { readDescription }),
    calendar: calendarRoutes(node, { settings, policy, attempts, readDescription }),
    pictureSizes: imageSizeRoutes(node),
    gateway: gatewayRoutes(gateway),
    gatewayVersion: versionRoutes(),
    routing: routingRoutes(node, { isOpen: options.isRoutingExposed ?? !policy.needsToken }),
    pins: services?.pins(node, { policy, attempts }) ?? unserved(SURFACES.pins),
    tunnels: tunnelRoutes(node),
    ledgerQueries: ledgerRoutes(node, { readDescription }),
    calendarPages: publicPages(node, { settings, attempts, policy }),
  }
  for (const [name, { prefixes, pattern, access }] of surfaces()) {
    const route = routes[name]
    if (typeof route === 'function') app.use(route)
    else {
      for (const path of pattern === undefined ? prefixes : [pattern]) {
        if (access === 'tokens') app.use(`${path}/*`, checkCaller)
        app.route(path, route)
      }
    }
  }
  // After all surfaces, so that a mount never answers in place of one.
  app.notFound(
    async ({ req: { raw } }) =>
      (await mounted(node, raw)) ?? noPage(raw.headers) ?? textRefusal(404, '404 page not found'),
  )
  const failed = (error: unknown) => {
    if (isDomainError(error, 'unsupported')) return new Response(`${error.message}\n`, { status: 501 })
    if (isDomainError(error, 'unavailable')) return textRefusal(503, error.message)
    node.logger.log('error', 'app', 'Cannot answer request: unexpected error', { error })
    return new Response('internal error\n', { status: 500 })
  }
  app.onError(failed)
  const call = rpcCalls(node, REGISTRY)
  const answerCall = async (request: Request): Promise<Response> => {
    const first = await answerFirst(request)
    if (first) return first
    return answerIfAllowed(request, targetOf(request), async (headers) => {
      try {
        return await call(request, headers)
      } catch (error) {
        return withHeaders(failed(error), headers)
      }
    })
  }
  return withFastPath(app, (request) => (isCall(request) ? answerCall(request) : undefined))
}

/** The redirect of a mount. `undefined` where nothing is mounted, and for requests that are no reads. */
async function mounted(node: CoreNode, { method, url }: Request): Promise<Response | undefined> {
  const target = new URL(url)
  const isRead = method === 'GET' || method === 'HEAD'
  if (!isRead || isReserved(target.pathname) || surfaceAt(target.pathname)) return undefined
  const { configuration } = await node.use(['configuration'])
  const document = await configuration.show()
  return mountRedirect(target, mountsIn(document))
}

/** The routes of a service on a host that does not have it. */
function unserved({ prefixes: [prefix] }: Surface): Routes {
  return createRoutes().all('/*', () => {
    throw new DomainError('unsupported', `Cannot serve "${prefix}": this host serves no others`)
  })
}

/** The entries of {@link SURFACES}, in order. */
function surfaces(): [SurfaceName, Surface][] {
  return Object.entries(SURFACES) as [SurfaceName, Surface][]
}

function refused({ status, text, waitSeconds }: Refusal): Response {
  const response = textRefusal(status, text)
  if (waitSeconds !== undefined) response.headers.set('Retry-After', String(waitSeconds))
  return response
}
