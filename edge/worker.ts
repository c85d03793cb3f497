import { declaredLength } from './declared-length.ts'
import type { Env } from './env.ts'

export { NodeObject } from './node-object.ts'

/** There is one node in a deployment, and this is its name. */
const NODE_NAME = 'main'

/**
 * The stateless front. Assets have been tried before it runs; everything else goes to the one Durable
 * Object that is the node, and streams in both directions.
 */
export default {
  async fetch(request, env) {
    try {
      return declaredLength(await env.NODE.getByName(NODE_NAME).fetch(request))
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
