import { DomainError } from '../errors.ts'

/** A root with an origin of its own. */
export interface OwnOrigin {
  /** Its CID as in the host name. */
  readonly root: string
  /** The prefix of links to any other root: `//<host>/ipfs`. */
  readonly router: string
}

/** The content path of a URL. */
export interface GatewayPath {
  /** As in the URL: `/ipfs` or its alias. `/ipfs` if the host name has the root. */
  readonly mount: string
  /** The prefix of links to any root: the mount, or on a root's own origin the address of the path gateway. */
  readonly router: string
  /** The prefix of redirects and links to names below the root: mount and root, or empty on the root's own origin. */
  readonly base: string
  /** True if only this root has the origin of the response. */
  readonly hasOwnOrigin: boolean
  /** The first segment, which should be a CID. */
  readonly root: string
  /** The decoded names below the root, none of them empty. */
  readonly names: readonly string[]
  readonly hasTrailingSlash: boolean
}

/** Maximum length of a path in characters of the URL: enough for 10,000 short names. */
const MAX_PATH_CHARACTERS = 64 * 1024

/**
 * Parses the path of a gateway URL. An encoded slash separates names like a plain one, as in the reference.
 * Empty names are dropped. Throws `invalid-argument` for a path that is too long, no root, bad
 * percent-encoding, invalid UTF-8, and for `.` or `..`, which can only result from an encoded slash. On a
 * root's own origin the whole path consists of names below the root.
 */
export function parseGatewayPath(pathname: string, own?: OwnOrigin): GatewayPath {
  if (pathname.length > MAX_PATH_CHARACTERS) throw invalid(`longer than ${MAX_PATH_CHARACTERS} characters`)
  const decoded = decodePath(pathname)
  const segments = decoded.split('/').filter((name) => name !== '')
  const [mount, root, ...names] = own ? ['ipfs', own.root, ...segments] : segments
  if (mount === undefined || root === undefined) throw invalid('not enough path components')
  if (names.some((name) => name === '.' || name === '..')) throw invalid('relative path component')
  return {
    mount: `/${mount}`,
    router: own?.router ?? `/${mount}`,
    base: own ? '' : encodePath(`/${mount}`, [root]),
    hasOwnOrigin: own !== undefined,
    root,
    names,
    hasTrailingSlash: decoded.endsWith('/'),
  }
}

/** Encodes a URL path below `mount`, without a trailing slash. */
export function encodePath(mount: string, names: readonly string[]): string {
  return [mount, ...names.map(encodeName)].join('/')
}

/**
 * Encodes a name as a segment of a URL path. Characters that are permitted in paths are kept. Spec: RFC 3986,
 * `pchar`.
 */
function encodeName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(/%(?:24|26|2[BC]|3[ABD]|40)/g, decodeURIComponent)
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch (cause) {
    throw invalid('bad percent-encoding', cause)
  }
}

function invalid(reason: string, cause?: unknown): DomainError {
  return new DomainError('invalid-argument', `invalid path: ${reason}`, { cause })
}
