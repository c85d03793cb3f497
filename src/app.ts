import { Hono } from 'hono'
import { corsHeaders, isForbidden, isPreflight, preflightResponse } from './access/guard.ts'
import type { AccessPolicy } from './access/policy.ts'
import { gatewayRoutes } from './gateway/routes.ts'
import type { StorageNode } from './node.ts'
import { REGISTRY } from './rpc/commands/index.ts'
import { textRefusal } from './rpc/errors.ts'
import { rpcRoutes } from './rpc/routes.ts'

/** Mounts every surface of one node on one Hono app: the only file that knows them all. */
export function createApp(node: StorageNode, policy: AccessPolicy): Hono {
  const app = new Hono()
  app.use('/api/v0/*', async (c, next) => {
    if (isPreflight(c.req.raw)) return preflightResponse(policy, c.req.raw)
    if (c.req.method === 'POST' && isForbidden(policy, c.req.raw)) return textRefusal(403, '403 - Forbidden')
    await next()
    for (const [name, value] of corsHeaders(policy, c.req.raw)) c.res.headers.set(name, value)
    c.res.headers.set('Server', `tidepool/${node.version}`)
    return undefined
  })
  app.route('/api/v0', rpcRoutes(node, REGISTRY))
  for (const path of ['/ipfs', '/cas']) app.route(path, gatewayRoutes(node))
  app.notFound(() => textRefusal(404, '404 page not found'))
  app.onError((error) => {
    node.ports.logger.log('error', 'app', 'Cannot answer request: unexpected error', { error })
    return new Response('internal error\n', { status: 500 })
  })
  return app
}
