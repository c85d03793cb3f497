const known = new WeakMap<object, URL>()

/**
 * The URL of a request, parsed once and cached. Routing, guards, reading and replying all need it, and parsing
 * it for each cost more than the rest of their work. Callers must not change it.
 */
export function requestUrl(request: Pick<Request, 'url'>): Readonly<URL> {
  const held = known.get(request)
  if (held) return held
  const url = new URL(request.url)
  known.set(request, url)
  return url
}
