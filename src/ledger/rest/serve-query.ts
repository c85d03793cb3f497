import { DomainError, type ErrorCode, isDomainError } from '../../errors.ts'
import type { ReadDescription } from '../../http/descriptions.ts'
import type { Logger } from '../../ports/logger.ts'
import { byteStream, pullFirst } from '../../streams/byte-stream.ts'
import { coalesceChunks } from '../../streams/coalesce-chunks.ts'
import { proofCar, proveUpdate } from '../proof/prove-update.ts'
import { toRestJson } from '../records/print-json.ts'
import { ANSWERS } from './queries.ts'
import type { QueryRoute } from './query-routes.ts'
import { type QueryValues, queryValues, readNumber } from './read-values.ts'
import {
  HEIGHT_HEADER,
  openRequestedState,
  type RequestedState,
  type StateSources,
} from './requested-state.ts'

/** Allows every origin: the data is public and read-only. */
const HEADERS = {
  'Cache-Control': 'no-cache',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Grpc-Metadata-X-Cosmos-Block-Height, X-Ledger-Root',
  'X-Content-Type-Options': 'nosniff',
}
const METHODS = 'GET, HEAD, OPTIONS'

/** gRPC code and HTTP status by error code. An unknown rollapp is 404 here, where the network has an unknown error. */
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

export interface QueryServerOptions extends StateSources {
  readonly logger: Logger
  /** The rollapp of this node's calendar. */
  readonly calendar: string
  /** Absent on a host without descriptions. */
  readonly readDescription?: ReadDescription | undefined
}

/** Answers requests whose route is known. `segments` are the path segments after the name of the query. */
export interface QueryServer {
  answer(request: Request, query: QueryRoute, segments: readonly string[]): Promise<Response>
  /** Answers with a CAR that proves a record. */
  prove(request: Request, segments: readonly string[]): Promise<Response>
  describe(request: Request): Promise<Response>
  /** Answers a path that no query has. */
  refuseQuery(request: Request): Promise<Response>
  /** The error for a path with a malformed escape; `undefined` for a valid path. */
  malformedPath(request: Request): Response | undefined
  refuseMethod(): Response
  preflight(): Response
}

/**
 * Creates the server of the ledger's queries. They have the form of the settlement chains' gateways and are public
 * and read-only. Each is answered from one root: the newest, or an older one selected by `root=` or by its height
 * in the header `x-cosmos-block-height`. Headers of the answer name root and height. Errors are `{code, message,
 * details}`, with codespace and code in the details.
 */
export function createQueryServer({
  logger,
  calendar,
  readDescription,
  ...sources
}: QueryServerOptions): QueryServer {
  const answered = async (request: Request, act: (values: QueryValues) => Promise<Response> | Response) => {
    try {
      return await act(queryValues(new URL(request.url).searchParams))
    } catch (error) {
      if (isDomainError(error)) return failed(error)
      request.signal.throwIfAborted()
      logger.log('error', 'ledger', 'Cannot answer query: unexpected error', { error })
      return refusal(500, 13, 'internal error')
    }
  }
  return {
    answer: (request, query, segments) =>
      answered(request, async (values) => {
        const requested = await openRequestedState(sources, values, request)
        const { signal } = request
        const message = await ANSWERS[query.answer]({
          state: requested.state,
          ...{ segments, values, calendar, signal },
        })
        const body = typeof query.gives === 'string' ? toRestJson(query.gives, message) : message
        return new Response(JSON.stringify(body), { headers: headersOf(requested, 'application/json') })
      }),
    prove: (request, segments) =>
      answered(request, async (values) =>
        proof(await openRequestedState(sources, values, request), segments, request),
      ),
    describe: (request) => answered(request, () => description(readDescription)),
    refuseQuery: (request) =>
      answered(request, async (values) => {
        await openRequestedState(sources, values, request)
        return refusal(404, 5, 'Not Found')
      }),
    malformedPath({ url }) {
      try {
        decodeURIComponent(new URL(url).pathname)
        return undefined
      } catch {
        return refusal(400, 3, 'malformed path')
      }
    },
    refuseMethod: () => refusal(501, 12, 'Method Not Allowed'),
    preflight,
  }
}

async function description(read: ReadDescription | undefined): Promise<Response> {
  if (!read) throw new DomainError('unsupported', 'Cannot describe queries: this host has no descriptions')
  const headers = { ...HEADERS, 'Content-Type': 'application/json' }
  return new Response(await read('ledger-openapi.json'), { headers })
}

async function proof(
  requested: RequestedState,
  [rollappId = '', index = '']: readonly string[],
  { url, signal }: Request,
): Promise<Response> {
  const final = queryValues(new URL(url).searchParams).flag('finalized')
  const claim = { rollappId, index: readNumber('index', index), final }
  const { state } = requested
  const car = proofCar(state, await proveUpdate(state, claim, { signal }), { signal })
  const body = byteStream(await pullFirst(coalesceChunks(car)), {
    onError: () => undefined,
    onClose: () => undefined,
    signal,
  })
  return new Response(body, { headers: headersOf(requested, 'application/vnd.ipld.car') })
}

function headersOf({ height, state: { cid } }: RequestedState, contentType: string): Record<string, string> {
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
