import type { CID } from '../codec/cid.ts'
import type { BlockReader } from '../content/load-block.ts'
import type { StorageNode } from '../node.ts'
import { encodePath, type GatewayPath, parseGatewayPath } from './gateway-path.ts'
import { recentBlocks } from './recent-blocks.ts'

/** One request to the gateway, read once. */
export interface Visit {
  readonly node: StorageNode
  readonly blocks: BlockReader
  readonly headers: Headers
  readonly isHead: boolean
  readonly signal: AbortSignal
  readonly path: GatewayPath
  readonly query: URLSearchParams
  /** The query as it was sent, with its question mark; empty when there is none. */
  readonly search: string
}

/** Reads the request line. Throws `invalid-argument` as {@link parseGatewayPath} does. */
export function readVisit(node: StorageNode, request: Request): Visit {
  const url = new URL(request.url)
  return {
    node,
    blocks: recentBlocks(node.ports.blockstore),
    headers: request.headers,
    isHead: request.method === 'HEAD',
    signal: request.signal,
    path: parseGatewayPath(url.pathname),
    query: url.searchParams,
    search: url.search,
  }
}

/** Longest value of a header that names the path: clients give up on larger heads. */
const MAX_HEADER_CHARACTERS = 4096

/**
 * The headers that say where an answer comes from: the path, and the CID of each of its segments. One that
 * would be over 4,096 characters is left out. Spec: path gateway specification.
 */
export function originHeaders({ path }: Visit, trail: readonly CID[]): Record<string, string> {
  const shown = encodePath('/ipfs', [path.root, ...path.names]) + (path.hasTrailingSlash ? '/' : '')
  const headers = { 'X-Ipfs-Path': shown, 'X-Ipfs-Roots': trail.join(','), Vary: 'Accept' }
  return Object.fromEntries(
    Object.entries(headers).filter(([, value]) => value.length <= MAX_HEADER_CHARACTERS),
  )
}

/** The name that `?filename=` gives the answer, or `undefined`. Decoded twice where it was encoded twice, as in the links of listings. */
export function givenFilename({ query }: Visit): string | undefined {
  const given = query.get('filename')?.slice(0, MAX_FILENAME_CHARACTERS)
  if (!given) return undefined
  try {
    return decodeURIComponent(given)
  } catch {
    return given
  }
}

const MAX_FILENAME_CHARACTERS = 1024
