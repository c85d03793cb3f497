import { Hono, type MiddlewareHandler } from 'hono'
import type { Attempts } from '../access/attempts.ts'
import type { AccessPolicy } from '../access/policy.ts'
import type { StorageNode } from '../node.ts'
import type { CalendarSettings } from './model/settings.ts'
import { parsePagePath } from './pages/page-path.ts'
import { createPageServer } from './pages/serve-page.ts'
import { createCalendarServer } from './rest/serve-calendar.ts'
import { createSizeServer } from './rest/serve-size.ts'

export interface CalendarRoutesOptions {
  readonly settings: CalendarSettings
  readonly policy: Pick<AccessPolicy, 'sourceOf' | 'allowedOrigins' | 'isOwnHost'>
  readonly attempts: Attempts
}

/** Serves the calendar below its namespace: every route of the declared resources, in any case of letters. */
export function calendarRoutes(node: StorageNode, options: CalendarRoutesOptions): Hono {
  const serve = createCalendarServer({ node, ...options })
  const app = new Hono()
  app.all('/*', (c) => serve(c.req.raw))
  return app
}

/** Serves the sizes of pictures, to be mounted at `SIZES_PATH`. */
export function imageSizeRoutes(node: StorageNode): Hono {
  const serve = createSizeServer(node)
  const app = new Hono()
  app.get('/*', (c) => serve(c.req.raw))
  return app
}

/** Answers reads of the public pages to which the calendar links, and passes on everything else. */
export function publicPages(
  node: StorageNode,
  options: Pick<CalendarRoutesOptions, 'settings' | 'attempts'>,
): MiddlewareHandler {
  const serve = createPageServer({ node, ...options })
  return async (c, next) => {
    const page = ['GET', 'HEAD'].includes(c.req.method) ? parsePagePath(c.req.path) : undefined
    return page ? serve(page, c.req.raw) : next()
  }
}
