import { isDomainError } from '../../errors.ts'
import { createRoutes, type Routes } from '../../http/routes.ts'
import type { CoreNode } from '../../node/create.ts'

/** The WebSocket paths of `p2p/forward`, to be mounted at `/tunnels`. */
export function tunnelRoutes({ use, logger }: CoreNode): Routes {
  const app = createRoutes()
  app.get('/:name', async (c) => {
    const request = c.req.raw
    const name = c.req.param('name')
    const { forwarding, acceptWebSocket } = await use(['forwarding', 'acceptWebSocket'])
    if (!acceptWebSocket) return refused(404, 'This host accepts no WebSockets')
    if (request.headers.get('Upgrade')?.toLowerCase() !== 'websocket') {
      return refused(426, 'Connect with a WebSocket')
    }
    try {
      await forwarding.assertTunnel(name, { signal: request.signal })
    } catch (error) {
      if (isDomainError(error, 'not-found')) return refused(404, error.message)
      throw error
    }
    const { response, ...client } = acceptWebSocket(request)
    forwarding.tunnel(name, client).catch((error: unknown) => {
      logger.log('warn', 'net', 'Cannot forward connection to a peer', { name, error })
    })
    return response
  })
  return app
}

function refused(status: 404 | 426, reason: string): Response {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' }
  return new Response(`${reason}\n`, { status, headers })
}
