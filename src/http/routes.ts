import type { Context, MiddlewareHandler } from 'hono'
import { HonoBase } from 'hono/hono-base'
import { TrieRouter } from 'hono/router/trie-router'

/** The routes of one surface, or of the whole node. */
export type Routes = HonoBase

export type { Context, MiddlewareHandler }

/**
 * Creates a Hono app with only the router that supports every pattern. The main entry of the package adds a
 * second router, which rejects look-aheads and then passes everything to this one.
 */
export function createRoutes(): Routes {
  return new HonoBase({ router: new TrieRouter() })
}
