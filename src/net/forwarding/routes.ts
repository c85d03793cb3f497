import { isDomainError } from '../../errors.ts'
import { createRoutes, type Routes } from '../../http/routes.ts'
import type { CoreNode } from '../../node/create.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Forwarding, TunnelClient } from './forwarding.ts'
import { requestClient } from './request-client.ts'

/**
 * The paths of `p2p/forward`, to be mounted at `/tunnels`: for WebSockets, or on a host that accepts none, for requests of
 * the host itself, whose bodies continue while their responses are read.
 */
export function tunnelRoutes({ use, logger, peerProcesses }: CoreNode): Routes {
  const app = createRoutes()
  const connect = (forwarding: Forwarding, name: string, client: TunnelClient) => {
    forwarding.tunnel(name, client).catch((error: unknown) => {
      logger.log('warn', 'net', 'Cannot forward connection to a peer', { name, error })
    })
  }
  app.get('/:name', async (c) => {
    const request = c.req.raw
    const name = c.req.param('name')
    const { forwarding, acceptWebSocket } = await use(['forwarding', 'acceptWebSocket'])
    if (!acceptWebSocket) return refused(404, 'This host accepts no WebSockets')
    if (request.headers.get('Upgrade')?.toLowerCase() !== 'websocket') {
      return refused(426, 'Connect with a WebSocket')
    }
    const missing = await missingTunnel(forwarding, name, { signal: request.signal })
    if (missing) return missing
    const { response, ...client } = acceptWebSocket(request)
    connect(forwarding, name, client)
    return response
  })
  app.post('/:name', async (c) => {
    const request = c.req.raw
    const name = c.req.param('name')
    const peerProcess = await peerProcesses?.find()
    if (peerProcess) return peerProcess.fetch(request)
    const { forwarding, acceptWebSocket } = await use(['forwarding', 'acceptWebSocket'])
    if (acceptWebSocket) return refused(426, 'Connect with a WebSocket')
    const missing = await missingTunnel(forwarding, name, { signal: request.signal })
    if (missing) return missing
    const { response, client } = requestClient(request)
    connect(forwarding, name, client)
    return response
  })
  return app
}

async function missingTunnel(
  forwarding: Forwarding,
  name: string,
  options: AbortOptions,
): Promise<Response | undefined> {
  try {
    await forwarding.assertTunnel(name, options)
    return undefined
  } catch (error) {
    if (isDomainError(error, 'not-found') || isDomainError(error, 'failed-precondition')) {
      return refused(404, error.message)
    }
    throw error
  }
}

function refused(status: 404 | 426, reason: string): Response {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' }
  return new Response(`${reason}\n`, { status, headers })
}
