import type { BlockReader } from '../blocks/load-block.ts'
import type { CID } from '../codec/cid/cid.ts'
import { isForwarded } from '../http/loop-mark.ts'
import { readCarRequest } from './car/car-request.ts'
import type { Format } from './formats.ts'
import type { GatewayNode } from './gateway-node.ts'
import { encodePath, type GatewayPath, type OwnOrigin, parseGatewayPath } from './gateway-path.ts'
import { recentBlocks } from './recent-blocks.ts'

/** The content at the root of a path: the root itself, or what its name resolves to. */
export interface ContentRoot {
  /** A CID, not parsed yet. */
  readonly root: string
  /** Names below it that come before those of the path. */
  readonly names: readonly string[]
  /** How long the name may be cached; absent for a CID, which is immutable. */
  readonly ttlMs?: number
}

/** A parsed request to the gateway, before its name is resolved. */
export type UnresolvedRequest = Omit<GatewayRequest, 'content'>

/** A parsed request to the gateway. */
export interface GatewayRequest {
  readonly node: GatewayNode
  readonly blocks: BlockReader
  /** True for a request that another node has forwarded, for which no third one is asked. */
  readonly isLocal: boolean
  readonly headers: Headers
  readonly isHead: boolean
  readonly signal: AbortSignal
  readonly path: GatewayPath
  readonly content: ContentRoot
  readonly query: URLSearchParams
  /** The original query with its question mark. Empty when there is none. */
  readonly search: string
}

/** Parses the URL of a request. Throws `invalid-argument` as {@link parseGatewayPath} does. */
export function readGatewayRequest(node: GatewayNode, request: Request, own?: OwnOrigin): UnresolvedRequest {
  const url = new URL(request.url)
  const isLocal = isForwarded(request.headers)
  return {
    node,
    blocks: recentBlocks(node.openSession({ signal: request.signal, offline: isLocal })),
    isLocal,
    headers: request.headers,
    isHead: request.method === 'HEAD',
    signal: request.signal,
    path: parseGatewayPath(url.pathname, own),
    query: url.searchParams,
    search: url.search,
  }
}

/** Maximum length of a header value with the path: clients reject responses with larger headers. */
const MAX_HEADER_CHARACTERS = 4096

/** The path of a response's content. */
export interface Origin {
  /** The CID of each segment of the path. */
  readonly trail: readonly CID[]
  /** The requested format. Absent for the default one. */
  readonly format: Format | undefined
}

/**
 * The headers about the content's origin: the path, the CIDs of its segments, and, if `Accept` chose the
 * format, the URL that names it. A header over 4,096 characters is left out. Spec: path gateway specification.
 */
export function originHeaders(request: UnresolvedRequest, { trail, format }: Origin): Record<string, string> {
  const headers = {
    'X-Ipfs-Path': formatPath(request, encodePath(`/${request.path.namespace}`, [request.path.root])),
    ...(trail.length > 0 && { 'X-Ipfs-Roots': trail.join(',') }),
    Vary: 'Accept',
    ...contentLocation(request, format),
  }
  return Object.fromEntries(
    Object.entries(headers).filter(([, value]) => value.length <= MAX_HEADER_CHARACTERS),
  )
}

function contentLocation(request: UnresolvedRequest, format: Format | undefined): Record<string, string> {
  if (format === undefined || request.query.get('format')) return {}
  const query = new URLSearchParams(request.query)
  query.set('format', format)
  if (format === 'car') {
    const { dups } = readCarRequest(request.query, request.headers)
    query.set('car-order', 'dfs')
    query.set('car-dups', dups ? 'y' : 'n')
  }
  return { 'Content-Location': `${formatPath(request, request.path.base)}?${query}` }
}

function formatPath({ path }: UnresolvedRequest, base: string): string {
  return encodePath(base, path.names) + (path.hasTrailingSlash ? '/' : '')
}

/**
 * The file name in `?filename=`, or `undefined`. Decoded a second time if only non-ASCII characters are encoded in it, as
 * in the links of listings.
 */
export function givenFilename({ query }: UnresolvedRequest): string | undefined {
  const filename = query.get('filename')?.slice(0, MAX_FILENAME_CHARACTERS)
  if (!filename) return undefined
  if (!LISTED_FILENAME.test(filename)) return filename
  try {
    return decodeURIComponent(filename)
  } catch {
    return filename
  }
}

/** ASCII text, with escapes of the bytes of other characters alone. */
const LISTED_FILENAME = /^(?:[^%\u{80}-\u{10FFFF}]|%[89A-F][\dA-F])*$/u

const MAX_FILENAME_CHARACTERS = 1024
