import { type DomainError, type ErrorCode, isDomainError } from '../../errors.ts'
import type { Logger } from '../../ports/logger.ts'
import { byteStream, primed } from '../../streams/byte-stream.ts'
import { gathered } from '../../streams/gathered.ts'
import type { Ledger } from '../ledger.ts'
import { proofCar, proveUpdate } from '../proof/prove-update.ts'
import { toRestJson } from '../records/print-json.ts'
import { type AskedState, HEIGHT_HEADER, openAsked } from './asked-state.ts'
import { describeQueries } from './describe-queries.ts'
import { queryPath } from './query-path.ts'
import { QUERIES } from './query-routes.ts'
import { queryValues, readNumber } from './read-values.ts'

/** Any page may read: nothing here is secret, and nothing changes. */
const HEADERS = {
  'Cache-Control': 'no-cache',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Grpc-Metadata-X-Cosmos-Block-Height, X-Ledger-Root',
  'X-Content-Type-Options': 'nosniff',
}
const METHODS = 'GET, HEAD, OPTIONS'

/** gRPC's number and the status of each meaning. An unknown rollapp is absent here, not an unknown error. */
const STATUS: Readonly<Record<ErrorCode, readonly [code: number, status: number]>> = {
  'invalid-argument': [3, 400],
  'too-large': [3, 413],
  forbidden: [7, 403],
  'not-found': [5, 404],
  'already-exists': [6, 409],
  'failed-precondition': [9, 409],
  corrupt: [15, 500],
  unsupported: [12, 501],
  unavailable: [14, 503],
  'no-space': [8, 507],
  timeout: [4, 504],
}

export interface QueryServer {
  readonly ledger: Ledger
  readonly logger: Logger
  /** The rollapp of this node's calendar. */
  readonly calendar: string
}

/**
 * Answers a query of the ledger in the form of the settlement chains' gateways: public, read only, each from
 * one root. `root=` names an older one, or the header `x-cosmos-block-height` its height, and headers tell which it
 * was. Errors are `{code, message, details}`,
 * whose details carry codespace and code.
 */
export async function serveQuery(
  { ledger, logger, calendar }: QueryServer,
  request: Request,
): Promise<Response> {
  if (request.method === 'OPTIONS') return preflight()
  if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(501, 12, 'Method Not Allowed')
  const { pathname, searchParams } = new URL(request.url)
  try {
    const [name = '', ...segments] = (queryPath(pathname) ?? '').split('/').map(decodeURIComponent)
    const values = queryValues(searchParams)
    if (name === 'openapi.json' && segments.length === 0) return description()
    const { signal } = request
    const asked = await openAsked(ledger, values, request)
    if (name === 'proof' && segments.length === 2) return await proof(asked, segments, request)
    const route = QUERIES.find((known) => known.name === name && known.segments.length === segments.length)
    if (!route) return refusal(404, 5, 'Not Found')
    const message = await route.answer({ state: asked.state, segments, values, calendar, signal })
    const body = typeof route.gives === 'string' ? toRestJson(route.gives, message) : message
    return new Response(JSON.stringify(body), { headers: headersOf(asked, 'application/json') })
  } catch (error) {
    if (error instanceof URIError) return refusal(400, 3, 'malformed path')
    if (isDomainError(error)) return failed(error)
    request.signal.throwIfAborted()
    logger.log('error', 'ledger', 'Cannot answer query: unexpected error', { error })
    return refusal(500, 13, 'internal error')
  }
}

function description(): Response {
  const headers = { ...HEADERS, 'Content-Type': 'application/json' }
  return new Response(JSON.stringify(describeQueries()), { headers })
}

async function proof(
  asked: AskedState,
  [rollappId = '', index = '']: readonly string[],
  { url, signal }: Request,
): Promise<Response> {
  const final = queryValues(new URL(url).searchParams).flag('finalized')
  const claim = { rollappId, index: readNumber('index', index), final }
  const { state } = asked
  const car = proofCar(state, await proveUpdate(state, claim, { signal }), { signal })
  const body = byteStream(await primed(gathered(car)), {
    onError: () => undefined,
    onClose: () => undefined,
    signal,
  })
  return new Response(body, { headers: headersOf(asked, 'application/vnd.ipld.car') })
}

function headersOf({ height, state: { cid } }: AskedState, contentType: string): Record<string, string> {
  return {
    ...HEADERS,
    'Content-Type': contentType,
    'Grpc-Metadata-X-Cosmos-Block-Height': `${height}`,
    'X-Ledger-Root': cid.toString(),
  }
}

function failed({ code: meaning, message, details }: DomainError): Response {
  const [code, status] = STATUS[meaning]
  const isNumbered = details['codespace'] !== undefined
  return refusal(status, code, message, isNumbered ? [details] : [])
}

function refusal(status: number, code: number, message: string, details: readonly object[] = []): Response {
  return new Response(JSON.stringify({ code, message, details }), {
    status,
    headers: { ...HEADERS, 'Content-Type': 'application/json', ...(status === 501 && { Allow: METHODS }) },
  })
}

function preflight(): Response {
  const headers = {
    ...HEADERS,
    Allow: METHODS,
    'Access-Control-Allow-Methods': METHODS,
    'Access-Control-Allow-Headers': HEIGHT_HEADER,
  }
  return new Response(null, { status: 204, headers })
}
