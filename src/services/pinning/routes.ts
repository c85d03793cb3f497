import type { Attempts } from '../../access/attempts.ts'
import type { AccessPolicy } from '../../access/policy.ts'
import { type Context, createRoutes, type Routes } from '../../http/routes.ts'
import { type CoreNode, withParts } from '../../node/create.ts'
import { loadOnce } from '../../state/load-once.ts'
import { createPinServer, type PinAnswer, type PinServer } from './rest/serve-pins.ts'

export interface PinRoutesOptions {
  readonly policy: AccessPolicy
  readonly attempts: Attempts
}

/** The paths of the API, with the answer to each method. */
const PATHS: Readonly<Record<string, Readonly<Record<string, PinAnswer>>>> = {
  '/': { GET: 'list', POST: 'add' },
  '/:requestid': { GET: 'find', POST: 'replace', DELETE: 'remove' },
  '/:requestid/upload': { PUT: 'upload' },
}

/** Serves the Pinning Services API, to be mounted at `/pins`. */
export function pinRoutes(node: CoreNode, options: PinRoutesOptions): Routes {
  const load = loadOnce(async () =>
    createPinServer({ node: await withParts(node, ['pinService']), ...options }),
  )
  const app = createRoutes()
  const by = (answer: (server: PinServer, request: Request) => Response | Promise<Response>) => {
    return async (c: Context) => answer(await load(), c.req.raw)
  }

  app.options(
    '/*',
    by((server) => server.preflight()),
  )
  for (const [path, methods] of Object.entries(PATHS)) {
    for (const [method, name] of Object.entries(methods)) {
      const answer = by((server, request) => server.answer(name, request))
      // Hono passes HEAD to the route of GET, but this API has no HEAD.
      app.on(method, path, (c, next) => (c.req.method === method ? answer(c) : next()))
    }
    app.all(
      path,
      by((server, request) => server.refuseMethod(request, Object.keys(methods))),
    )
  }
  app.all(
    '/*',
    by((server, request) => server.refusePath(request)),
  )
  return app
}
