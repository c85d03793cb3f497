import type { Attempts } from '../../access/attempts.ts'
import type { AccessPolicy } from '../../access/policy.ts'
import { createRoutes, type Routes } from '../../http/routes.ts'
import { type CoreNode, withParts } from '../../node/create.ts'
import { loadOnce } from '../../state/load-once.ts'
import { createPinServer } from './rest/serve-pins.ts'

export interface PinRoutesOptions {
  readonly policy: AccessPolicy
  readonly attempts: Attempts
}

/** Serves the Pinning Services API, to be mounted at `/pins`. */
export function pinRoutes(node: CoreNode, options: PinRoutesOptions): Routes {
  const serve = loadOnce(async () =>
    createPinServer({ node: await withParts(node, ['pinService']), ...options }),
  )
  const app = createRoutes()
  app.all('/*', async (c) => (await serve())(c.req.raw))
  return app
}
