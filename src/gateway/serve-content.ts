import { DomainError, isDomainError } from '../errors.ts'
import { openNode } from '../unixfs/read/open-node.ts'
import { blockResponse } from './body/block-response.ts'
import { fileResponse } from './body/file-response.ts'
import { isServiceWorkerScript, openHeaders } from './body/headers.ts'
import { tarResponse } from './body/tar-response.ts'
import { carResponse } from './car/car-response.ts'
import { gatewayErrorResponse, gatewayRefusal, refusal } from './errors.ts'
import { representation, requestedFormat } from './formats.ts'
import type { GatewayNode } from './gateway-node.ts'
import { encodePath, type OwnOrigin } from './gateway-path.ts'
import {
  type GatewayRequest,
  originHeaders,
  readGatewayRequest,
  type UnresolvedRequest,
} from './gateway-request.ts'
import { nameRedirect } from './names/name-redirect.ts'
import { recordResponse } from './names/record-response.ts'
import { withContent } from './names/with-content.ts'
import { nestedPathRedirect } from './nested-path-redirect.ts'
import { originRedirect } from './origin-redirect.ts'
import { directoryResponse } from './page/directory-response.ts'
import { nodeResponse, wantsPage } from './page/node-response.ts'
import { followRules } from './redirects-file/follow-rules.ts'
import { uriRedirect } from './uri-redirect.ts'

/**
 * Answers one GET or HEAD for `/ipfs/<cid>/…`, `/ipns/<name>/…` or an alias. With `own`, the path is below a root
 * with an origin of its own. Never throws. Spec: RPC document, path gateway; where it is silent, the path gateway
 * specification of the network.
 */
export async function serveContent(node: GatewayNode, request: Request, own?: OwnOrigin): Promise<Response> {
  if (!own && isServiceWorkerScript(request.headers))
    return refusal(403, 'stored content is no service worker')
  if (isFull(node))
    return gatewayRefusal(
      request.headers,
      429,
      'this node answers as many requests as it may: try again later',
    )
  const leave = node.activity.enter('gateway-requests')
  try {
    const moved = own ? undefined : elsewhere(node, request)
    return moved ?? (await answer(readGatewayRequest(node, request, own)))
  } catch (error) {
    if (!isDomainError(error) && !request.signal.aborted) {
      node.logger.log('error', 'gateway', 'Cannot answer request: unexpected error', { error })
    }
    return gatewayErrorResponse(request.headers, error)
  } finally {
    leave()
  }
}

/**
 * True while no further request is answered. A client that does not read keeps memory, and no host can end its
 * connection: only their number can be limited.
 */
function isFull({ activity, maxRequests = 0 }: GatewayNode): boolean {
  return maxRequests > 0 && activity.now('gateway-requests') >= maxRequests
}

const ALLOW = { Allow: 'GET, HEAD, OPTIONS' }

/** The response to every other method. `OPTIONS` gets the list of methods. */
export function refuseMethod({ method }: Request): Response {
  if (method !== 'OPTIONS') return refusal(405, 'method not allowed', ALLOW)
  return new Response(null, { status: 204, headers: { ...openHeaders, ...ALLOW } })
}

function elsewhere({ gatewayHosts }: GatewayNode, request: Request): Response | undefined {
  const url = new URL(request.url)
  return (
    uriRedirect(url) ?? nestedPathRedirect(url) ?? originRedirect(request, gatewayHosts) ?? nameRedirect(url)
  )
}

async function answer(asked: UnresolvedRequest): Promise<Response> {
  const format = requestedFormat(asked.query, asked.headers)
  if (format === 'ipns-record') return recordResponse(asked)
  const request = await withContent(asked)
  const followed = await followRules(request, format)
  if (followed instanceof Response) return followed
  const { cid, trail, passed, remainder, names, status } = followed
  const form = representation(cid, format)
  const headers = originHeaders(request, { trail, format: form.kind === 'files' ? undefined : format })
  if (form.kind === 'car') return carResponse(request, { cid, path: passed, headers })
  if (remainder.length > 0) return insideNode(request, remainder)
  if (form.kind === 'refused') return gatewayRefusal(request.headers, form.status, form.text)
  if (form.kind === 'tar') return tarResponse(request, { cid, headers })
  if (format === undefined && wantsPage(request, cid)) return nodeResponse(request, { cid, headers })
  if (form.kind === 'block') return blockResponse(request, { cid, form, headers })
  const found = await openNode(request.blocks, cid, { signal: request.signal })
  if (found.kind !== 'directory') {
    return fileResponse(request, { file: found, headers, name: names.at(-1) ?? '', status })
  }
  if (status !== undefined) throw noPage(names)
  return directoryResponse(request, { directory: found, headers })
}

function noPage(names: readonly string[]): DomainError {
  const path = encodePath('', names).slice(0, MAX_QUOTED)
  return new DomainError('corrupt', `could not use _redirects: "${path}" is not a file`)
}

/**
 * The response for a path that ends at a value, which has no CID and so cannot be verified. The text is the
 * reference's.
 */
function insideNode({ headers, path, content }: GatewayRequest, remainder: readonly string[]): Response {
  const names = [...content.names, ...path.names]
  const all = encodePath('/ipfs', [content.root, ...names])
  const node = encodePath('/ipfs', [content.root, ...names.slice(0, -remainder.length)])
  return gatewayRefusal(
    headers,
    501,
    `"${remainder.join('/').slice(0, MAX_QUOTED)}" of "${all.slice(0, MAX_QUOTED)}" could not be returned: reading IPLD Kinds other than Links (CBOR Tag 42) is not implemented: try reading "${node.slice(0, MAX_QUOTED)}" instead`,
  )
}

const MAX_QUOTED = 512
