import { pageAssets, pageEntry, pageVersion } from 'virtual:page-assets'
import { PAGE_LOCK } from '../page-build.ts'
import { unreachedPage } from './unreached-page.ts'

const CACHE_PREFIX = 'tidepool-page-'

/** All files of this build. It counts once it has `/`, which is stored last. */
const WHOLE_PREFIX = `${CACHE_PREFIX}whole-`
const WHOLE_NAME = WHOLE_PREFIX + pageVersion

/** Browsers remove a cache as a whole, so that one look is enough for all files that this worker serves. */
let wasKept = false

/** Responses of the network, for when it fails: of another app's page at this origin, or until all files are there. */
const COPIES_NAME = `${CACHE_PREFIX}copies-${pageVersion}`

/**
 * Caches every file of the page, so that it opens as a whole, without its server and after the server has a newer
 * one. Does nothing if the server has another page at `/`: an app that embeds this worker shows its own, always
 * the newest. Throws when a file cannot be fetched.
 */
export async function fillPageCache(): Promise<void> {
  await keepPage(await fetch(new Request('/', { cache: 'reload' })))
}

/** Like {@link fillPageCache}, for a response of the network with the page itself. */
export async function keepPage(index: Response): Promise<void> {
  const isOwn = index.ok && !index.redirected && (await index.clone().text()).includes(pageEntry)
  if (!isOwn) return
  const cache = await caches.open(WHOLE_NAME)
  const others = pageAssets.filter((path) => path !== '/')
  await Promise.all(others.map(async (path) => cache.put(path, await fetchFile(path))))
  await cache.put('/', index)
}

/** True if the page at `/` is that of this build, cached as a whole. False where a site that embeds this worker shows its own. */
export async function isPageKept(): Promise<boolean> {
  return (await fileOf(WHOLE_NAME, '/')) !== undefined
}

async function fetchFile(path: string): Promise<Response> {
  const response = await fetch(new Request(path, { cache: 'reload' }))
  // Some servers respond with the page itself in place of a missing file.
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html')
  if (!response.ok || isPage) throw new Error(`Cannot fetch "${path}": status ${response.status}`)
  return response
}

/**
 * The cached file of this build, or of an earlier one for a tab that is still open. `undefined` for a path of no
 * build, and where the page is not cached as a whole.
 */
export async function keptFile({ url }: Pick<Request, 'url'>): Promise<Response | undefined> {
  const { pathname } = new URL(url)
  if (pageAssets.includes(pathname)) {
    wasKept ||= await isPageKept()
    return wasKept ? fileOf(WHOLE_NAME, pathname) : undefined
  }
  for (const name of await caches.keys()) {
    const file = name.startsWith(WHOLE_PREFIX) ? await fileOf(name, pathname) : undefined
    if (file) return file
  }
  return undefined
}

/**
 * Finds a cached response. Servers send modules with `Vary: Origin`, which requests of the page lack offline,
 * so `Vary` is ignored.
 */
function fileOf(cacheName: string, path: string): Promise<Response | undefined> {
  return caches.match(path, { cacheName, ignoreVary: true })
}

/**
 * Deletes the files of other builds that no open page uses. Called only by a page that has loaded: during a change of
 * workers, another one may be about to load the files of the build before.
 */
export async function dropUnusedPages(): Promise<void> {
  const { held = [] } = await navigator.locks.query()
  const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith(PAGE_LOCK))
  const entries = names.map((name) => name.slice(PAGE_LOCK.length))
  for (const name of await caches.keys()) {
    if (!name.startsWith(CACHE_PREFIX) || name === WHOLE_NAME || name === COPIES_NAME) continue
    const inUse = await Promise.all(entries.map((entry) => fileOf(name, entry)))
    if (!inUse.some((file) => file !== undefined)) await caches.delete(name)
  }
}

/** The cached file of the page. Otherwise as {@link networkThenCopy}. */
export async function pageFile(request: Request): Promise<Response> {
  return (await keptFile(request)) ?? networkThenCopy(request)
}

/**
 * The response of the network, or its last copy when the network fails. Without one, a navigation gets a page with the
 * next steps (503). Throws the error of `fetch` for other requests then.
 */
export async function networkThenCopy(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  let response: Response
  try {
    response = await fetch(request)
  } catch (error) {
    const copy = await fileOf(COPIES_NAME, pathname)
    if (copy) return copy
    if (request.mode !== 'navigate') throw error
    // Only the page itself leads to what is in this browser.
    const stored = (await isPageKept()) ? [['browser', '/'] as const] : []
    return unreachedPage({ lead: 'fileLead', links: [['again', pathname + search], ...stored] })
  }
  const isAsset = pageAssets.includes(pathname) && search === ''
  if (isAsset && isForEverybody(response) && isForNavigation(request, response)) {
    // Without space for the copy, the visitor gets the page all the same.
    await keepCopy(pathname, response.clone()).catch(() => undefined)
  }
  return response
}

async function keepCopy(pathname: string, response: Response): Promise<void> {
  const cache = await caches.open(COPIES_NAME)
  await cache.put(pathname, response)
}

/** False for a failure, and for a page that a site which embeds this worker shows to one visitor alone. */
function isForEverybody({ ok, headers }: Response): boolean {
  return ok && !/no-store|private/i.test(headers.get('Cache-Control') ?? '')
}

/** Headers of requests by which all requests of a page get the same. */
const SAME_FOR_ALL: readonly string[] = ['', 'origin', 'accept-encoding']

/**
 * True for what a navigation would get too. A script of a site may ask for the same path and get a part of the page, or
 * be led elsewhere.
 */
function isForNavigation({ mode }: Request, { redirected, headers }: Response): boolean {
  const varied = (headers.get('Vary') ?? '').toLowerCase().split(',')
  return !redirected && (mode === 'navigate' || varied.every((name) => SAME_FOR_ALL.includes(name.trim())))
}
