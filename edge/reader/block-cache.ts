import type { BlockCache } from './near-blocks.ts'

/** Keys of the cache are addresses. Nothing is requested from this one. */
const BASE = 'https://blocks.invalid/'

/** {@link BlockCache} in a cache of the Cache API. */
export function blockCache(cache: Pick<Cache, 'match' | 'put'>, now: () => number): BlockCache {
  return {
    async find(key) {
      const found = await cache.match(BASE + key)
      return found && new Uint8Array(await found.arrayBuffer())
    },
    async keep(key, bytes, untilMs) {
      const leftSeconds = Math.floor((untilMs - now()) / 1000)
      if (leftSeconds <= 0) return
      const headers = {
        'Cache-Control': `public, max-age=${leftSeconds}`,
        'Content-Length': `${bytes.byteLength}`,
      }
      await cache.put(BASE + key, new Response(bytes, { headers }))
    },
  }
}
