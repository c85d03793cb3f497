import type { CID } from '../codec/cid.ts'
import { type DirectoryNode, openNode } from '../content/open-node.ts'
import { resolvePath } from '../content/resolve.ts'
import { isDomainError } from '../errors.ts'
import { openStream } from './body-response.ts'
import { listingEtag, matchesEtag } from './etag.ts'
import { fileResponse } from './file-response.ts'
import { encodePath } from './gateway-path.ts'
import { GENERATED, openHeaders } from './headers.ts'
import { listedEntries } from './listed-entries.ts'
import { listingPage, listingTrouble } from './listing-page.ts'
import { textBytes } from './text-bytes.ts'
import type { Visit } from './visit.ts'

/** A directory that a path leads to. */
export interface FoundDirectory {
  readonly directory: DirectoryNode
  /** Where it comes from. */
  readonly headers: Readonly<Record<string, string>>
}

const INDEX = 'index.html'

/** The listing runs nothing and loads nothing, whatever a name in it is. */
const LISTING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/**
 * Serves a directory: its `index.html`, else a listing. A path without its trailing slash is sent to the one
 * with it first, or relative links would miss.
 */
export async function directoryResponse(visit: Visit, found: FoundDirectory): Promise<Response> {
  const { path, search } = visit
  if (!path.hasTrailingSlash) {
    const location = `${encodePath(path.mount, [path.root, ...path.names])}/${search}`
    const headers = { ...openHeaders, ...found.headers, Location: location }
    return new Response(null, { status: 301, headers })
  }
  return (await indexResponse(visit, found)) ?? listingResponse(visit, found)
}

async function indexResponse(
  visit: Visit,
  { directory, headers }: FoundDirectory,
): Promise<Response | undefined> {
  const cid = await findIndex(visit, directory)
  const index = cid && (await openNode(visit.blocks, cid, { signal: visit.signal }))
  if (index === undefined || index.kind === 'directory') return undefined
  return fileResponse(visit, { file: index, headers, name: INDEX })
}

async function findIndex({ blocks, signal }: Visit, { cid }: DirectoryNode): Promise<CID | undefined> {
  try {
    return (await resolvePath(blocks, `/ipfs/${cid}/${INDEX}`, { signal })).cid
  } catch (error) {
    if (isDomainError(error, 'not-found')) return undefined
    throw error
  }
}

async function listingResponse(
  visit: Visit,
  { directory, headers: from }: FoundDirectory,
): Promise<Response> {
  const etag = listingEtag(directory.cid)
  const shared = { ...openHeaders, ...from, ETag: etag, 'Cache-Control': GENERATED }
  if (matchesEtag(visit.headers.get('If-None-Match'), etag)) {
    return new Response(null, { status: 304, headers: shared })
  }
  const headers = {
    ...shared,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': LISTING_POLICY,
  }
  if (visit.isHead) return new Response(null, { headers })
  const page = listingPage({ cid: directory.cid, path: visit.path, entries: listedEntries(visit, directory) })
  return new Response(await openStream(visit, textBytes(page), listingTrouble), { headers })
}
