import { Hono } from 'hono'
import type { CoreNode } from '../node/create.ts'
import type { AnyCommand } from './declare/command.ts'
import { commandPath, createRouter } from './declare/registry.ts'
import { textRefusal } from './errors.ts'
import { serveCall } from './serve/call.ts'

export interface RpcOptions {
  /** The text of {@link openApi}'s document, which is made when the host is built. Absent: the path is unknown. */
  readonly description?: (() => Promise<string>) | undefined
}

/**
 * Serves every command of the registry at `POST /<path>`; to change what is served, change the registry.
 * `GET /openapi.json` describes them: the one path that is no command.
 */
export function rpcRoutes(
  node: CoreNode,
  registry: readonly AnyCommand[],
  { description }: RpcOptions = {},
): Hono {
  const route = createRouter(registry)
  const app = new Hono()
  if (description) {
    app.get('/openapi.json', async () => {
      return new Response(await description(), { headers: { 'Content-Type': 'application/json' } })
    })
  }
  app.all('/*', (c) => {
    if (c.req.method === 'OPTIONS') return new Response(null, { status: 204, headers: ALLOW })
    if (c.req.method !== 'POST') return refuseMethod()
    const found = route(commandPath(c.req.raw))
    if (!found) return textRefusal(404, '404 page not found')
    return serveCall(node, found, c.req.raw)
  })
  return app
}

const ALLOW = { Allow: 'OPTIONS, POST' }

function refuseMethod(): Response {
  const refusal = textRefusal(405, '405 - Method Not Allowed')
  refusal.headers.set('Allow', ALLOW.Allow)
  return refusal
}
