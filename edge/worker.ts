import { contentHost } from '../src/gateway/content-host.ts'
import type { Env } from './env.ts'
import { unlessFull } from './full-disk.ts'
import { gatewayHosts } from './gateway-hosts.ts'

export { NodeObject } from './node-object.ts'

/** There is one node in a deployment, and this is its name. */
const NODE_NAME = 'main'

/** Where the node answers and nothing else does. */
const NODE_PATH = /^\/(api|ipfs|cas|cal)(\/|$)/

/**
 * The stateless front. It asks the assets first for what may be one of them; everything else goes to the one
 * Durable Object that is the node, and streams in both directions. It runs before the assets because they know
 * no hosts: where a host name is a piece of content, `/` and `/sw.js` are that content's own.
 */
export const front = {
  async fetch(request, env) {
    try {
      if (mayBeAsset(request, env)) {
        const asset = await env.ASSETS.fetch(request)
        if (asset.status !== 404) return asset
        await asset.body?.cancel()
      }
      return await unlessFull(request, env, (asked) => env.NODE.getByName(NODE_NAME).fetch(asked))
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: the front has no node and so no Logger
      console.error(JSON.stringify({ level: 'error', scope: 'front', message: String(error) }))
      return new Response('The node cannot answer right now: try again\n', {
        status: 503,
        headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '1' },
      })
    }
  },
} satisfies ExportedHandler<Env>

/** A deployment enters here, and the local simulator by the name. @alias */
export default front

function mayBeAsset(request: Request, env: Env): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && !NODE_PATH.test(new URL(request.url).pathname) && !contentHost(request, gatewayHosts(env))
}
