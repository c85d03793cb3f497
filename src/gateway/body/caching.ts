import type { GatewayRequest } from '../gateway-request.ts'
import { GENERATED, IMMUTABLE } from './headers.ts'

/**
 * The headers for caching a response. The lifetime of content below a name is that of the name; with 0, caches
 * must revalidate. Includes `Date`, from which caches count and which not every runtime adds.
 */
export function caching(
  kind: 'stored' | 'generated',
  { content: { ttlMs }, node }: Pick<GatewayRequest, 'content' | 'node'>,
): Readonly<Record<string, string>> {
  if (ttlMs === undefined) return { 'Cache-Control': kind === 'stored' ? IMMUTABLE : GENERATED }
  const age = ttlMs < 1000 ? 'no-cache' : `max-age=${Math.floor(ttlMs / 1000)}`
  return { 'Cache-Control': `public, ${age}`, Date: new Date(node.clock.now()).toUTCString() }
}
