import { type CID, IDENTITY_CODE } from '../codec/cid.ts'
import { openNode } from '../content/open-node.ts'
import { resolvePath } from '../content/resolve.ts'
import { DomainError, isDomainError } from '../errors.ts'
import type { StorageNode } from '../node.ts'
import { blockResponse } from './block-response.ts'
import { directoryResponse } from './directory-response.ts'
import { errorResponse, refusal } from './errors.ts'
import { fileResponse } from './file-response.ts'
import { representation, requestedFormat } from './formats.ts'
import { isServiceWorkerScript, openHeaders } from './headers.ts'
import { originHeaders, readVisit, type Visit } from './visit.ts'

/** Most names of a path that are followed. */
const MAX_NAMES = 1024

/**
 * Answers one request for `/ipfs/<cid>/…` or its alias. Never throws.
 * Spec: RPC document, path gateway; where it is silent, the path gateway specification of the network.
 */
export async function serveContent(node: StorageNode, request: Request): Promise<Response> {
  if (request.method === 'OPTIONS')
    return new Response(null, { status: 204, headers: { ...openHeaders, ...ALLOW } })
  if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405, 'method not allowed', ALLOW)
  if (isServiceWorkerScript(request.headers)) return refusal(403, 'stored content is no service worker')
  try {
    return await answer(readVisit(node, request))
  } catch (error) {
    if (!isDomainError(error) && !request.signal.aborted) {
      node.ports.logger.log('error', 'gateway', 'Cannot answer request: unexpected error', { error })
    }
    return errorResponse(error)
  }
}

const ALLOW = { Allow: 'GET, HEAD, OPTIONS' }

async function answer(visit: Visit): Promise<Response> {
  const format = requestedFormat(visit.query, visit.headers)
  const trail = await followPath(visit)
  const cid = trail.at(-1)
  if (cid === undefined) throw new DomainError('invalid-argument', 'invalid path: not enough path components')
  const form = representation(cid, format)
  const headers = originHeaders(visit, trail)
  if (form.kind === 'refused') return refusal(form.status, form.text)
  if (form.kind === 'block') return blockResponse(visit, { cid, form, headers })
  const found = await openNode(visit.blocks, cid, { signal: visit.signal })
  if (found.kind === 'directory') return directoryResponse(visit, { directory: found, headers })
  return fileResponse(visit, { file: found, headers, name: visit.path.names.at(-1) ?? '' })
}

/** The CID of each segment of the path, the root first. */
async function followPath({ path, blocks, node, headers, signal }: Visit): Promise<readonly CID[]> {
  if (path.names.length > MAX_NAMES) {
    throw new DomainError('invalid-argument', `invalid path: over ${MAX_NAMES} path components`)
  }
  let { cid } = await resolvePath(blocks, `/ipfs/${path.root}`, { signal })
  const trail = [cid]
  if (isOnlyIfCached(headers) && !(await isHeld(node, cid, signal))) {
    throw new DomainError('failed-precondition', `block ${cid} is not held here`)
  }
  for (const name of path.names) {
    cid = (await resolvePath(blocks, `/ipfs/${cid}/${name}`, { signal })).cid
    trail.push(cid)
  }
  return trail
}

function isOnlyIfCached(headers: Headers): boolean {
  return /\bonly-if-cached\b/i.test(headers.get('Cache-Control') ?? '')
}

async function isHeld({ ports }: StorageNode, cid: CID, signal: AbortSignal): Promise<boolean> {
  return cid.multihash.code === IDENTITY_CODE || ports.blockstore.has(cid, { signal })
}
