import { createRoutes, type Routes } from '../http/routes.ts'
import type { GatewayNode } from './gateway-node.ts'
import { refuseMethod, serveContent } from './serve-content.ts'

/**
 * The path gateway, to be mounted at `/ipfs` and at its alias. What comes after that is no route but names in
 * stored directories, which may be empty or hold escaped slashes: they are read from the address as it was sent.
 */
export function gatewayRoutes(node: GatewayNode): Routes {
  const app = createRoutes()
  app.get('/*', (c) => serveContent(node, c.req.raw))
  app.all('/*', (c) => refuseMethod(c.req.raw))
  return app
}
