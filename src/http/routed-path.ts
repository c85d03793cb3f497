import { tryDecodeURI } from 'hono/utils/url'

/**
 * The path by which routes find what answers a path of a URL: escaped letters are decoded, and kept where the
 * encoding is malformed. Rules about surfaces must judge this path.
 */
export function routedPath(pathname: string): string {
  return tryDecodeURI(pathname)
}
