import type { Context, MiddlewareHandler } from 'hono'
import { HonoBase } from 'hono/hono-base'
import { TrieRouter } from 'hono/router/trie-router'

/** The routes of one surface, or of the whole node. */
export type Routes = HonoBase

export type { Context, MiddlewareHandler }

/** Limits of {@link RememberingRouter}: paths, and characters of each. */
const MAX_PATHS = 256
const MAX_CHARACTERS = 100

/** Remembers what recent paths lead to: a search costs more than most other steps of a small call. */
class RememberingRouter<T> extends TrieRouter<T> {
  readonly #known = new Map<string, ReturnType<TrieRouter<T>['match']>>()

  override add(...route: Parameters<TrieRouter<T>['add']>): void {
    this.#known.clear()
    super.add(...route)
  }

  override match(method: string, path: string): ReturnType<TrieRouter<T>['match']> {
    const name = `${method} ${path}`
    const known = this.#known.get(name)
    if (known) return known
    const found = super.match(method, path)
    if (this.#known.size >= MAX_PATHS) this.#known.clear()
    if (name.length <= MAX_CHARACTERS) this.#known.set(name, found)
    return found
  }
}

/**
 * Creates a Hono app with only the router that supports every pattern. The main entry of the package adds a
 * second router, which rejects look-aheads and then passes everything to this one.
 */
export function createRoutes(): Routes {
  return new HonoBase({ router: new RememberingRouter() })
}

/**
 * Lets a function answer before the routes: they cost more than the rest of a small call. `undefined` leaves a request
 * to them.
 */
export function withFastPath(
  routes: Routes,
  answer: (request: Request) => Promise<Response> | undefined,
): Routes {
  const { fetch } = routes
  routes.fetch = (request, ...rest) => answer(request) ?? fetch(request, ...rest)
  return routes
}
