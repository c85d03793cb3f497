import type { GatewayRequest } from '../gateway-request.ts'
import { GENERATED, IMMUTABLE } from './headers.ts'

/**
 * The headers that say how long a response may be cached. Below a name it lasts as long as the name may be cached; with
 * 0, caches must ask. A cache counts that time from `Date`, which not every runtime adds.
 */
export function caching(
  kind: 'stored' | 'generated',
  { content: { ttlMs }, node }: Pick<GatewayRequest, 'content' | 'node'>,
): Readonly<Record<string, string>> {
  if (ttlMs === undefined) return { 'Cache-Control': kind === 'stored' ? IMMUTABLE : GENERATED }
  const age = ttlMs < 1000 ? 'no-cache' : `max-age=${Math.floor(ttlMs / 1000)}`
  return { 'Cache-Control': `public, ${age}`, Date: new Date(node.clock.now()).toUTCString() }
}
