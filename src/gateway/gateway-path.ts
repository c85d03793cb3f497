import { DomainError } from '../errors.ts'

/** A content path as a URL gives it. */
export interface GatewayPath {
  /** As it stands in the URL, `/ipfs` or its alias: what redirects and links begin with. */
  readonly mount: string
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
 * bytes that are no UTF-8, and for `.` or `..`, which only an encoded slash can bring here.
 */
export function parseGatewayPath(pathname: string): GatewayPath {
  if (pathname.length > MAX_PATH_CHARACTERS) throw invalid(`longer than ${MAX_PATH_CHARACTERS} characters`)
  const decoded = decodePath(pathname)
  const [mount = '', root, ...names] = decoded.split('/').filter((name) => name !== '')
  if (root === undefined) throw invalid('not enough path components')
  if (names.some((name) => name === '.' || name === '..')) throw invalid('relative path component')
  return { mount: `/${mount}`, root, names, hasTrailingSlash: decoded.endsWith('/') }
}

/** The path for a URL, below `mount`, without a trailing slash. */
export function encodePath(mount: string, names: readonly string[]): string {
  return [mount, ...names.map(encodeName)].join('/')
}

/** A name as one segment of a URL path. */
export function encodeName(name: string): string {
  return encodeURIComponent(name.toWellFormed())
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
