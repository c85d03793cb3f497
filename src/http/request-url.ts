const known = new WeakMap<object, URL>()

/**
 * The address of a request, which is parsed once: whoever routes, guards, reads and answers it looks at it, and to
 * parse it for each cost more than all that they do with it. Nobody changes it.
 */
export function requestUrl(request: Pick<Request, 'url'>): Readonly<URL> {
  const held = known.get(request)
  if (held) return held
  const url = new URL(request.url)
  known.set(request, url)
  return url
}
