import { DomainError } from '../errors.ts'

/** A root with an origin of its own. */
export interface OwnOrigin {
  readonly namespace: Namespace
  /** Its CID or name as in the host name. */
  readonly root: string
  /** The host of the path gateway, with its port. Absent for a domain that is the host itself. */
  readonly gateway: string | undefined
  /** The host of the request, with its port. */
  readonly host: string
}

/** The root of a path: a CID, or a mutable name. */
export type Namespace = 'ipfs' | 'ipns'

/** The content path of a URL. */
export interface GatewayPath {
  readonly namespace: Namespace
  /** As in the URL: `/ipfs`, `/ipns` or an alias. The namespace if the host name has the root. */
  readonly mount: string
  /**
   * The prefix of links to any CID: the mount, or on a root's own origin the address of the path gateway. Absent on
   * the domain of a site, which has no path gateway beside it.
   */
  readonly router: string | undefined
  /** A link to this root: in the path gateway, or on the domain of a site there. */
  readonly home: string
  /** The prefix of redirects and links to names below the root: mount and root, or empty on the root's own origin. */
  readonly base: string
  /** True if only this root has the origin of the response. */
  readonly hasOwnOrigin: boolean
  /** The first segment, which should be a CID or a name. */
  readonly root: string
  /** The decoded names below the root, none of them empty. */
  readonly names: readonly string[]
  readonly hasTrailingSlash: boolean
}

/** Mounts of mutable names. */
const NAME_MOUNTS: ReadonlySet<string> = new Set(['ipns', 'nms'])

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
  const [mount, root, ...names] = own ? [own.namespace, own.root, ...segments] : segments
  if (mount === undefined || root === undefined) throw invalid('not enough path components')
  if (names.some((name) => name === '.' || name === '..')) throw invalid('relative path component')
  const namespace = NAME_MOUNTS.has(mount) ? 'ipns' : 'ipfs'
  return {
    namespace,
    mount: `/${mount}`,
    router: own ? own.gateway && `//${own.gateway}/ipfs` : namespace === 'ipns' ? '/ipfs' : `/${mount}`,
    home:
      own && !own.gateway
        ? `//${own.host}/`
        : encodePath(own ? `//${own.gateway}/${namespace}` : `/${mount}`, [root]),
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
