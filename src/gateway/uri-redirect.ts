import { DomainError } from '../errors.ts'
import { redirect } from './redirect.ts'

/** Maximum length of a URI. */
const MAX_CHARACTERS = 4096

/** The spelling is kept, because a CID of version 0 has upper-case letters. */
const CONTENT_URI = /^(ipfs|ipns):\/\/([^/?#]+)(\/[^?#]*)?(\?[^#]*)?/i

/**
 * Answers `/ipfs/?uri=ipfs://…`, to which a browser sends the links of a scheme that a page of this gateway
 * handles. `undefined` for a request without `uri`. Throws `invalid-argument` for any other URI. Spec: path
 * gateway specification, `uri`.
 */
export function uriRedirect({ pathname, searchParams }: URL): Response | undefined {
  const uri = searchParams.get('uri')
  if (!uri || !/^\/[^/]+\/?$/.test(pathname)) return undefined
  const [, scheme, root, path = '', query = ''] =
    uri.length > MAX_CHARACTERS ? [] : (CONTENT_URI.exec(uri) ?? [])
  if (scheme === undefined || root === undefined) {
    throw new DomainError('invalid-argument', 'invalid uri parameter: not "ipfs://" or "ipns://" and a root')
  }
  const mount = `/${scheme.toLowerCase()}/`
  const location = URL.parse(`http://gateway${mount}${root}${path}${query}`)
  // A root of dots could lead out of the mount, and "//" to another site.
  if (!location?.pathname.startsWith(mount))
    throw new DomainError('invalid-argument', 'invalid uri parameter')
  return redirect(location.pathname + location.search)
}
