import { DomainError } from '../errors.ts'

/** The place of a root that has an origin of its own. */
export interface OwnOrigin {
  /** Its CID as it stands in the host name. */
  readonly root: string
  /** What a link to any other root begins with: `//<host>/ipfs`. */
  readonly router: string
}

/** A content path as a URL gives it. */
export interface GatewayPath {
  /** As it stands in the URL, `/ipfs` or its alias; `/ipfs` where the host name holds the root. */
  readonly mount: string
  /** What a link to any root begins with: the mount, or the address of the path gateway from another origin. */
  readonly router: string
  /** What redirects and links to names below the root begin with: mount and root, or nothing on its own origin. */
  readonly base: string
  /** Nothing but this root has the origin of the answer. */
  readonly hasOwnOrigin: boolean
  /** The first segment, a CID if it is right. */
  readonly root: string
  /** Decoded names below the root, none of them empty. */
  readonly names: readonly string[]
  readonly hasTrailingSlash: boolean
}

/** Longest path that is read, in characters of the URL: room for 10,000 short names. */
const MAX_PATH_CHARACTERS = 64 * 1024

/**
 * Reads the path of a gateway URL. An encoded slash parts names like a plain one, as in the reference, and
 * empty names vanish. Throws `invalid-argument` for a path that is too long, no root, bad percent-encoding,
 * bytes that are no UTF-8, and for `.` or `..`, which only an encoded slash can bring here. On an origin of
 * its own the whole path is names below the root.
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

/** The path for a URL, below `mount`, without a trailing slash. */
export function encodePath(mount: string, names: readonly string[]): string {
  return [mount, ...names.map(encodeName)].join('/')
}

/** A name as one segment of a URL path: characters that a path may have as they are stay so. Spec: RFC 3986, `pchar`. */
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
