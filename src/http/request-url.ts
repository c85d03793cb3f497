import { attachedValue } from './attached-value.ts'

const known = attachedValue<URL | null>('parsed URL')

/**
 * The URL of a request, parsed once and cached. Routing, guards, reading and replying all need it, and parsing
 * it for each cost more than the rest of their work. Callers must not change it. Throws for a malformed `Host`,
 * which {@link parsedUrl} detects.
 */
export function requestUrl(request: Pick<Request, 'url'>): Readonly<URL> {
  return parsedUrl(request) ?? new URL(request.url)
}

/** Like {@link requestUrl}. `undefined` if some part, such as the `Host` header, is malformed. */
export function parsedUrl(request: Pick<Request, 'url'>): Readonly<URL> | undefined {
  const held = known.get(request)
  if (held !== undefined) return held ?? undefined
  const url = URL.parse(request.url)
  known.set(request, url)
  return url ?? undefined
}
