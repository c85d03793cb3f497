import { Hono } from 'hono'
import type { CoreNode } from '../node/create.ts'
import { serveContent } from './serve-content.ts'

/** The path gateway, to be mounted at `/ipfs` and at its alias. */
export function gatewayRoutes(node: CoreNode): Hono {
  const app = new Hono()
  app.all('/*', (c) => serveContent(node, c.req.raw))
  return app
}
