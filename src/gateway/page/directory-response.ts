import type { CID } from '../../codec/cid/cid.ts'
import { isDomainError } from '../../errors.ts'
import { resolvePath } from '../../unixfs/dag/resolve.ts'
import { type DirectoryNode, openNode } from '../../unixfs/read/open-node.ts'
import { caching } from '../body/caching.ts'
import { listingEtag } from '../body/etag.ts'
import { fileResponse } from '../body/file-response.ts'
import { openHeaders } from '../body/headers.ts'
import { encodePath } from '../gateway-path.ts'
import type { GatewayRequest } from '../gateway-request.ts'
import { listedEntries } from './listed-entries.ts'
import { listingPage, listingTrouble } from './listing-page.ts'
import { pageResponse } from './page-response.ts'

/** A directory at the end of a path. */
export interface FoundDirectory {
  readonly directory: DirectoryNode
  /** Headers about the content's origin. */
  readonly headers: Readonly<Record<string, string>>
}

const INDEX = 'index.html'

const NOT_STORED = { 'Cache-Control': 'no-store' } as const

/**
 * Serves a directory: its `index.html`, or else a listing. A path without a trailing slash is first redirected
 * to the one with it, because relative links depend on it.
 */
export async function directoryResponse(request: GatewayRequest, found: FoundDirectory): Promise<Response> {
  const { path, search } = request
  if (!path.hasTrailingSlash) {
    const location = `${encodePath(path.base, path.names)}/${search}`
    const headers = { ...openHeaders, ...found.headers, Location: location }
    return new Response(null, { status: 301, headers })
  }
  return (await indexResponse(request, found)) ?? listingResponse(request, found)
}

async function indexResponse(
  request: GatewayRequest,
  { directory, headers }: FoundDirectory,
): Promise<Response | undefined> {
  const cid = await findIndex(request, directory)
  const index = cid && (await openNode(request.blocks, cid, { signal: request.signal }))
  if (index === undefined || index.kind === 'directory') return undefined
  return fileResponse(request, { file: index, headers, name: INDEX, tagged: directory.cid })
}

async function findIndex(
  { blocks, signal }: GatewayRequest,
  { cid }: DirectoryNode,
): Promise<CID | undefined> {
  try {
    return (await resolvePath(blocks, `/ipfs/${cid}/${INDEX}`, { signal })).cid
  } catch (error) {
    if (isDomainError(error, 'not-found')) return undefined
    throw error
  }
}

async function listingResponse(
  request: GatewayRequest,
  { directory, headers }: FoundDirectory,
): Promise<Response> {
  const entries = listedEntries(request, directory)
  // The shards are read while the page is sent, so that a missing one may cut it. Not every host lets a client or a
  // cache detect that, and nothing may then keep the page, or get 304 for it when the shard is there again.
  const isSharded = directory.unixfs.type === 'hamt-shard'
  return pageResponse(request, {
    etag: isSharded ? undefined : listingEtag(directory.cid),
    headers: { ...headers, ...(isSharded ? NOT_STORED : caching('generated', request)) },
    page: listingPage({ cid: directory.cid, path: request.path, entries }),
    trouble: listingTrouble(),
  })
}
