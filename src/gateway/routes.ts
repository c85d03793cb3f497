import { Hono } from 'hono'
import type { StorageNode } from '../node.ts'
import { serveContent } from './serve-content.ts'

/** The path gateway, to be mounted at `/ipfs` and at its alias. */
export function gatewayRoutes(node: StorageNode): Hono {
  const app = new Hono()
  app.all('/*', (c) => serveContent(node, c.req.raw))
  return app
}
