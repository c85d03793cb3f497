import type { ByteBudget } from '../../src/blocks/byte-budget.ts'
import { collectBytes } from '../../src/codec/bytes/collect-bytes.ts'
import { clientOrigin } from '../../src/http/client-origin.ts'
import { isUnder } from '../../src/http/surface-prefixes.ts'
import { SURFACES, surfaceAt } from '../../src/surfaces.ts'
import { CACHE_HIT } from './cache-status.ts'
import type { CalendarHeads } from './calendar-heads.ts'

/** Answers of the calendar to anonymous readers, each for one state of the calendar. */
export interface RenderedPages {
  /** `undefined` for a request that is for the object. */
  find(request: Request): Promise<Response | undefined>
  /** Passes a response of the object on, and keeps a copy if the next reader would get the same. */
  keep(response: Response): Response
}

export interface RenderedPagesOptions {
  readonly cache: Pick<Cache, 'match' | 'put'>
  readonly heads: CalendarHeads
  readonly now: () => number
  /** The memory for copies that are on their way into the cache. Without room, none is made. */
  readonly copies: Pick<ByteBudget, 'tryTake'>
  readonly waitUntil: (task: Promise<unknown>) => void
}

/** Keys of the cache are addresses. Nothing is requested from this one. */
const BASE = 'https://pages.invalid/'
const MAX_KEY_CHARACTERS = 8 * 1024
const MAX_PAGE_BYTES = 1024 * 1024

/** With one of these, a response may be for its reader alone, or without a body. */
const OWN_HEADERS = ['Authorization', 'Cookie', 'Origin', 'Range', 'X-WP-Nonce']

/**
 * Keeps answers under the head of the calendar that was known when they were asked for. A reader who knows that head
 * gets them until it expires: from a later commit on, readers get the earlier state at most until then.
 */
export function renderedPages({ cache, heads, now, copies, waitUntil }: RenderedPagesOptions): RenderedPages {
  /** The key and the expiry of a request that was not found. */
  let missed: { readonly key: string; readonly untilMs: number } | undefined

  return {
    async find(request) {
      if (!isPageRead(request)) return undefined
      try {
        const head = await heads.find(waitUntil)
        const key = head && keyOf(request, head.text)
        if (!key) return undefined
        const found = await cache.match(key)
        if (!found) missed = { key, untilMs: head.untilMs }
        return found && restored(found)
      } catch {
        // Storage that fails is one more reason to ask the object.
        return undefined
      }
    },
    keep(response) {
      const leftSeconds = missed ? Math.floor((missed.untilMs - now()) / 1000) : 0
      if (!missed || leftSeconds <= 0 || !response.body || !isForAll(response)) return response
      const release = copies.tryTake(MAX_PAGE_BYTES)
      if (!release) return response
      const [sent, kept] = response.body.tee()
      const headers = {
        'Cache-Control': `public, max-age=${leftSeconds}`,
        [ORIGINAL_HEADERS]: JSON.stringify([...response.headers]),
      }
      const put = async (key: string) =>
        cache.put(key, new Response(await collectBytes(kept, { maxBytes: MAX_PAGE_BYTES }), { headers }))
      // A page that is not kept is asked for again.
      waitUntil(
        put(missed.key)
          .catch(() => undefined)
          .finally(release),
      )
      return new Response(sent, response)
    },
  }
}

/** The headers of a kept response. Those of the copy are for the cache. */
const ORIGINAL_HEADERS = 'Tidepool-Headers'

function restored({ body, headers }: Response): Response {
  const original: [string, string][] = JSON.parse(headers.get(ORIGINAL_HEADERS) ?? '[]')
  return new Response(body, { headers: [...original, ['Cache-Status', CACHE_HIT]] })
}

function isPageRead({ method, url, headers }: Request): boolean {
  if (method !== 'GET' || OWN_HEADERS.some((name) => headers.has(name)) || !URL.canParse(url)) return false
  const { pathname } = new URL(url)
  return isUnder(pathname, SURFACES.calendar.prefixes[0]) || SURFACES.calendarPages.matches(pathname)
}

/** Links contain the origin. */
function keyOf(request: Request, head: string): string | undefined {
  const { url, headers } = request
  const variant = surfaceAt(new URL(url).pathname)?.variantOf?.(request) ?? ''
  const query = new URLSearchParams({
    url,
    origin: clientOrigin(request),
    accept: headers.get('Accept') ?? '',
    variant,
  })
  const key = `${BASE}${head}?${query}`
  return key.length > MAX_KEY_CHARACTERS ? undefined : key
}

/** True for a complete response that no header reserves for its reader. */
function isForAll({ status, headers }: Response): boolean {
  if (status !== 200) return false
  return !/\b(private|no-store)\b/.test(headers.get('Cache-Control') ?? '') && !headers.has('Set-Cookie')
}
