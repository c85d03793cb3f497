import { pageAssets, pageVersion } from 'virtual:page-assets'

const CACHE_PREFIX = 'tidepool-page-'
const CACHE_NAME = `${CACHE_PREFIX}${pageVersion}`

/**
 * Caches the files of the page, so that it opens without its server. A file that cannot be fetched now does not
 * stop the worker: it is cached when the page next requests it.
 */
export async function fillPageCache(): Promise<void> {
  const cache = await caches.open(CACHE_NAME)
  await Promise.allSettled(pageAssets.map((path) => cache.add(new Request(path, { cache: 'reload' }))))
}

/** Deletes the caches of earlier versions. */
export async function dropOldPages(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME) await caches.delete(name)
  }
}

/** Shown instead of the browser's own error page, which does not mention the node. */
const UNREACHED = `The server cannot be reached. What is in this browser is at ${location.origin}\n`

/** The response of the network, or the cached page when the network fails. */
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

/**
 * Finds a cached response. Servers send modules with `Vary: Origin`, which requests of the page lack offline,
 * so `Vary` is ignored.
 */
async function cached(request: Request): Promise<Response | undefined> {
  const cache = await caches.open(CACHE_NAME)
  return cache.match(request, { ignoreVary: true, ignoreSearch: true })
}
