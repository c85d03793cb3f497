import { isDomainError } from '../../../errors.ts'
import { chunksOf } from '../../../http/chunks-of.ts'
import { requestUrl } from '../../../http/request-url.ts'
import type { NodeWith } from '../../../node/create.ts'
import type { PinView } from '../pin-view.ts'
import { type FindHolderOptions, findHolder } from './find-holder.ts'
import { failureResponse, pinErrorResponse } from './pin-error.ts'
import { printPin } from './print-pin.ts'
import { readFilter } from './read-filter.ts'
import { readPin } from './read-pin.ts'

export interface PinServerOptions extends Pick<FindHolderOptions, 'policy' | 'attempts'> {
  readonly node: NodeWith<'pinService'>
}

interface PinCall {
  readonly request: Request
  readonly holder: string
  /** Empty at the collection. */
  readonly requestId: string
}

type Answer = (call: PinCall) => Promise<Response>

/**
 * Answers every request at and below `/pins`. Spec: Pinning Service API 1.0. Extension:
 * `PUT /pins/{requestid}/upload` takes a CAR of the DAG.
 */
export function createPinServer({ node, policy, attempts }: PinServerOptions) {
  const { pinService, bodyAdmission: admission, clock, logger } = node

  const print = ({ request }: PinCall, pin: PinView) =>
    printPin(pin, { baseUrl: requestUrl(request).origin, delegates: pinService.delegates() })
  const accepted = (call: PinCall, pin: PinView) => Response.json(print(call, pin), { status: 202 })
  const bodyOf = ({ signal }: Request) => ({ admission, signal })

  const collection: Readonly<Record<string, Answer>> = {
    async GET(call) {
      const { request, holder } = call
      const filter = readFilter(requestUrl(request).searchParams)
      const { count, pins } = await pinService.list(holder, filter, request)
      return Response.json({ count, results: pins.map((pin) => print(call, pin)) })
    },
    async POST(call) {
      const { request, holder } = call
      return accepted(call, await pinService.add(holder, await readPin(request, bodyOf(request)), request))
    },
  }
  const item: Readonly<Record<string, Answer>> = {
    async GET(call) {
      return Response.json(print(call, await pinService.find(call.holder, call.requestId, call.request)))
    },
    async POST(call) {
      const { request, holder, requestId } = call
      const pin = await readPin(request, bodyOf(request))
      return accepted(call, await pinService.replace(holder, requestId, pin, request))
    },
    async DELETE({ request, holder, requestId }) {
      await pinService.remove(holder, requestId, request)
      return new Response(null, { status: 202 })
    },
  }
  const upload: Readonly<Record<string, Answer>> = {
    async PUT(call) {
      const { request, holder, requestId } = call
      const content = chunksOf(request.body ?? new Blob().stream(), {
        ...bodyOf(request),
        expectedBytes: declaredBytes(request),
      })
      return Response.json(print(call, await pinService.upload(holder, requestId, content, request)))
    },
  }

  const answer = async (request: Request): Promise<Response> => {
    const [, requestId = '', isUpload] = PATH.exec(requestUrl(request).pathname) ?? []
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: PREFLIGHT })
    const caller = await findHolder(request, { policy, attempts, clock })
    if ('refusal' in caller) return caller.refusal
    const methods = PATH.test(requestUrl(request).pathname)
      ? isUpload
        ? upload
        : requestId === ''
          ? collection
          : item
      : {}
    const serve = methods[request.method]
    if (serve) return serve({ request, requestId, holder: caller.holder })
    const Allow = Object.keys(methods).join(', ')
    if (Allow === '') return failureResponse({ status: 404, details: 'The specified resource was not found' })
    return failureResponse({ status: 405, details: `Only ${Allow} is served here`, headers: { Allow } })
  }

  return async (request: Request): Promise<Response> => {
    const response = await answer(request).catch((error: unknown) => {
      request.signal.throwIfAborted()
      if (!isDomainError(error))
        logger.log('error', 'pins', 'Cannot answer request: unexpected error', { error })
      return pinErrorResponse(error)
    })
    for (const [name, value] of Object.entries(COMMON)) response.headers.set(name, value)
    return response
  }
}

const PATH = /^\/pins(?:\/([^/]+)(\/upload)?)?$/

/** Pages of every origin may call with a token. Nothing here depends on credentials that a browser adds. */
const COMMON = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Retry-After',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type',
  'Access-Control-Max-Age': '7200',
}

function declaredBytes({ headers }: Request): number | undefined {
  const length = headers.get('Content-Length')
  return length === null ? undefined : Number(length)
}
