import type { Attempts } from '../access/attempts.ts'
import type { ReadDescription } from '../http/descriptions.ts'
import { requestUrl } from '../http/request-url.ts'
import { createRoutes, type MiddlewareHandler, type Routes } from '../http/routes.ts'
import { type CoreNode, withParts } from '../node/create.ts'
import { loadCode } from '../state/load-code.ts'
import { loadOnce } from '../state/load-once.ts'
import type { CalendarSettings } from './access/settings.ts'
import { parsePagePath } from './pages/page-path.ts'
import type { CallerPolicy } from './rest/serve-calendar.ts'

export interface CalendarRoutesOptions {
  readonly settings: CalendarSettings
  readonly policy: CallerPolicy
  readonly attempts: Attempts
  readonly readDescription?: ReadDescription | undefined
}

/**
 * Serves the calendar below its namespace: every route of the declared resources.
 *
 * They are not Hono routes of their own: paths are case-insensitive, a parameter or a header may override the method,
 * and a method that a path lacks gives the same error as an unknown path.
 */
export function calendarRoutes(node: CoreNode, options: CalendarRoutesOptions): Routes {
  const serve = loadOnce(async () => {
    const { createCalendarServer } = await loadCode('the calendar', () => import('./rest/serve-calendar.ts'))
    return createCalendarServer({ node: await withParts(node, ['calendar']), ...options })
  })
  const app = createRoutes()
  app.all('/*', async (c) => (await serve())(c.req.raw))
  return app
}

/**
 * Serves the sizes of pictures, to be mounted at `SIZES_PATH`. It is one route, since a name may be empty or contain
 * an escaped slash, which no Hono parameter may: `parseSizePath` reads the path.
 */
export function imageSizeRoutes(node: CoreNode): Routes {
  const serve = loadOnce(async () => {
    const { createSizeServer } = await loadCode('the sizes of pictures', () => import('./rest/serve-size.ts'))
    return createSizeServer(node)
  })
  const app = createRoutes()
  app.get('/*', async (c) => (await serve())(c.req.raw))
  return app
}

/**
 * Answers GET and HEAD of the public pages that the calendar links to, and passes every other request on.
 *
 * They are not Hono routes. They are at the root of the site, among its own files, where only the form of a whole path
 * (a day, a month, categories of any depth) tells a page, and the front and the service worker need the same answer.
 */
export function publicPages(
  node: CoreNode,
  options: Pick<CalendarRoutesOptions, 'settings' | 'attempts' | 'policy'>,
): MiddlewareHandler {
  const serve = loadOnce(async () => {
    const { createPageServer } = await loadCode('the calendar', () => import('./pages/serve-page.ts'))
    return createPageServer({ node: await withParts(node, ['calendar']), ...options })
  })
  return async (c, next) => {
    // Hono decodes its path, and a slug may hold percent escapes itself.
    const { pathname } = requestUrl(c.req.raw)
    const page = ['GET', 'HEAD'].includes(c.req.method) ? parsePagePath(pathname) : undefined
    return page ? (await serve())(page, c.req.raw) : next()
  }
}
