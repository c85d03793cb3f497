import type { Context, MiddlewareHandler } from 'hono'
import { HonoBase } from 'hono/hono-base'
import { TrieRouter } from 'hono/router/trie-router'

/** Routes of a surface, or of the whole node. */
export type Routes = HonoBase

export type { Context, MiddlewareHandler }

/**
 * Hono with the one router that takes every pattern. The package's main entry brings a second one beside it, which
 * refuses look-aheads and then leaves everything to this one.
 */
export function createRoutes(): Routes {
  return new HonoBase({ router: new TrieRouter() })
}
