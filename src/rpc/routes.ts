import type { ReadDescription } from '../http/descriptions.ts'
import { createRoutes, type Routes } from '../http/routes.ts'
import type { CoreNode } from '../node/create.ts'
import type { AnyCommand } from './declare/command.ts'
import { commandPath, createRouter } from './declare/registry.ts'
import { textRefusal } from './errors.ts'
import { serveCall } from './serve/call.ts'

export interface RpcOptions {
  /** Absent on a host without API documents, where their path is unknown. */
  readonly readDescription?: ReadDescription | undefined
}

/**
 * Serves every command of the registry at `POST /<path>`. To change what is served, change the registry. `GET
 * /openapi.json` is the only path that is not a command.
 *
 * Commands are not Hono routes of their own. The access check depends on the command and runs first, so both
 * must use the same router. And the reference treats a last segment that names no command as an argument,
 * splits a path before decoding it, and checks the method before the path, which Hono routes cannot express.
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
