import { type AddedHeaders, withHeaders } from '../http/added-headers.ts'
import type { ReadDescription } from '../http/descriptions.ts'
import { createRoutes, type Routes } from '../http/routes.ts'
import type { CoreNode } from '../node/create.ts'
import type { AnyCommand } from './declare/command.ts'
import { commandPath, routerOf } from './declare/registry.ts'
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
  const answer = rpcCalls(node, registry)
  const app = createRoutes()
  if (readDescription) {
    app.get('/openapi.json', async () => {
      return new Response(await readDescription('openapi.json'), {
        headers: { 'Content-Type': 'application/json' },
      })
    })
  }
  app.post('/*', (c) => answer(c.req.raw))
  app.options('/*', () => new Response(null, { status: 204, headers: ALLOW }))
  app.all('/*', refuseMethod)
  return app
}

/** Answers a `POST`. Every response gets the added headers. */
export type AnswerCall = (request: Request, added?: AddedHeaders) => Promise<Response> | Response

/** Serves the commands alone, for an app that knows without its routes that a request is a call. */
export function rpcCalls(node: CoreNode, registry: readonly AnyCommand[]): AnswerCall {
  const route = routerOf(registry)
  return (request, added = {}) => {
    const found = route(commandPath(request))
    if (!found) return withHeaders(textRefusal(404, '404 page not found'), added)
    return serveCall(node, found, request, added)
  }
}

const ALLOW = { Allow: 'OPTIONS, POST' }

function refuseMethod(): Response {
  const refusal = textRefusal(405, '405 - Method Not Allowed')
  refusal.headers.set('Allow', ALLOW.Allow)
  return refusal
}
