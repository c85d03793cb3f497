import { createRoutes, type Routes } from '../http/routes.ts'
import type { GatewayNode } from './gateway-node.ts'
import { refuseMethod, serveContent } from './serve-content.ts'

/**
 * The routes of the path gateway, to be mounted at `/ipfs` and at its alias. The rest of the path is not
 * routed: it consists of names in stored directories, which may be empty or contain escaped slashes, so it is
 * read from the original URL.
 */
export function gatewayRoutes(node: GatewayNode): Routes {
  const app = createRoutes()
  app.get('/*', (c) => serveContent(node, c.req.raw))
  app.all('/*', (c) => refuseMethod(c.req.raw))
  return app
}
