import { pageAssets, pageVersion } from 'virtual:page-assets'

const CACHE_PREFIX = 'tidepool-page-'
const CACHE_NAME = `${CACHE_PREFIX}${pageVersion}`

/**
 * Fetches the files of the page, so that it opens with the server stopped. A file that cannot be fetched now
 * is no reason to go without the node: it enters the cache when the page next asks for it.
 */
export async function fillPageCache(): Promise<void> {
  const cache = await caches.open(CACHE_NAME)
  await Promise.allSettled(pageAssets.map((path) => cache.add(new Request(path, { cache: 'reload' }))))
}

/** Drops the page of earlier versions of this worker. */
export async function dropOldPages(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME) await caches.delete(name)
  }
}

/** In the place of the engine's own page, which knows nothing of the node. */
const UNREACHED = `The server cannot be reached. What is in this browser is at ${location.origin}\n`

/** The network's answer, and the page as it was cached when there is none. */
export async function networkThenCache(request: Request): Promise<Response> {
  try {
    const response = await fetch(request)
    if (response.status < 500) {
      await keep(request, response)
      return response
    }
    return (await cached(request)) ?? response
  } catch (error) {
    const response = await cached(request)
    if (response) return response
    if (request.mode !== 'navigate') throw error
    return new Response(UNREACHED, { status: 503 })
  }
}

async function keep(request: Request, response: Response): Promise<void> {
  const { pathname } = new URL(request.url)
  if (!response.ok || !pageAssets.includes(pathname)) return
  const cache = await caches.open(CACHE_NAME)
  await cache.put(pathname, response.clone())
}

/** Servers answer modules with `Vary: Origin`, which the page's own requests do not repeat offline. */
async function cached(request: Request): Promise<Response | undefined> {
  const cache = await caches.open(CACHE_NAME)
  return cache.match(request, { ignoreVary: true, ignoreSearch: true })
}
