import type { ReadDescription } from '../http/descriptions.ts'
import { createRoutes, type Routes } from '../http/routes.ts'
import type { CoreNode } from '../node/create.ts'
import type { AnyCommand } from './declare/command.ts'
import { commandPath, createRouter } from './declare/registry.ts'
import { textRefusal } from './errors.ts'
import { serveCall } from './serve/call.ts'

export interface RpcOptions {
  /** Absent on a host that has no descriptions: the path of this one is unknown there. */
  readonly readDescription?: ReadDescription | undefined
}

/**
 * Serves every command of the registry at `POST /<path>`; to change what is served, change the registry.
 * `GET /openapi.json` describes them: the one path that is no command.
 *
 * Commands are not routes of their own. The guard decides by the command before it is routed, so both must ask the
 * same router; and the reference takes a last segment that names no command for an argument, splits a path before
 * it decodes it, and refuses a method before it looks at the path. None of this can be declared to Hono.
 */
export function rpcRoutes(
  node: CoreNode,
  registry: readonly AnyCommand[],
  { readDescription }: RpcOptions = {},
): Routes {
  const route = createRouter(registry)
  const app = createRoutes()
  if (readDescription) {
    app.get('/openapi.json', async () => {
      return new Response(await readDescription('openapi.json'), {
        headers: { 'Content-Type': 'application/json' },
      })
    })
  }
  app.post('/*', (c) => {
    const found = route(commandPath(c.req.raw))
    return found ? serveCall(node, found, c.req.raw) : textRefusal(404, '404 page not found')
  })
  app.options('/*', () => new Response(null, { status: 204, headers: ALLOW }))
  app.all('/*', refuseMethod)
  return app
}

const ALLOW = { Allow: 'OPTIONS, POST' }

function refuseMethod(): Response {
  const refusal = textRefusal(405, '405 - Method Not Allowed')
  refusal.headers.set('Allow', ALLOW.Allow)
  return refusal
}
