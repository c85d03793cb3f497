import { createRoutes, type Routes } from '../http/routes.ts'
import { AGENT_VERSION } from '../version.ts'
import { openHeaders } from './body/headers.ts'
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

/** The commit is empty, as in the reference's releases. The last line is what clients of 0.9 read. */
const VERSION_TEXT = `Commit: \nClient Version: ${AGENT_VERSION}\nProtocol Version: ipfs/0.1.0\n`

/** The version of the node in plain text, to be mounted at `/version`. Spec: the reference's gateway. */
export function versionRoutes(): Routes {
  const app = createRoutes()
  const headers = { ...openHeaders, 'Content-Type': 'text/plain; charset=utf-8' }
  app.get('/', () => new Response(VERSION_TEXT, { headers }))
  app.all('/', (c) => refuseMethod(c.req.raw))
  return app
}
