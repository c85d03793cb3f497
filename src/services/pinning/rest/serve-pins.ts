import { isDomainError } from '../../../errors.ts'
import { chunksOf } from '../../../http/chunks-of.ts'
import { clientOrigin } from '../../../http/client-origin.ts'
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
  /** As in the URL. Empty at the collection. */
  readonly requestId: string
}

type Answer = (call: PinCall) => Promise<Response>

/** The names of the answers of {@link createPinServer}. */
export type PinAnswer = 'list' | 'add' | 'find' | 'replace' | 'remove' | 'upload'

/** Answers and refuses the requests of each route. All but `preflight` find out first who calls. */
export interface PinServer {
  preflight(): Response
  answer(name: PinAnswer, request: Request): Promise<Response>
  refuseMethod(request: Request, allowed: readonly string[]): Promise<Response>
  refusePath(request: Request): Promise<Response>
}

/**
 * Answers every request at and below `/pins`. Spec: Pinning Service API 1.0. Extension:
 * `PUT /pins/{requestid}/upload` takes a CAR of the DAG.
 */
export function createPinServer({ node, policy, attempts }: PinServerOptions): PinServer {
  const { pinService, bodyAdmission: admission, clock, logger } = node

  const print = ({ request }: PinCall, pin: PinView) =>
    printPin(pin, { baseUrl: clientOrigin(request), delegates: pinService.delegates() })
  const accepted = (call: PinCall, pin: PinView) => Response.json(print(call, pin), { status: 202 })
  const bodyOf = ({ signal }: Request) => ({ admission, signal })

  const answers: Readonly<Record<PinAnswer, Answer>> = {
    async list(call) {
      const { request, holder } = call
      const filter = readFilter(requestUrl(request).searchParams)
      const { count, pins } = await pinService.list(holder, filter, request)
      return Response.json({ count, results: pins.map((pin) => print(call, pin)) })
    },
    async add(call) {
      const { request, holder } = call
      return accepted(call, await pinService.add(holder, await readPin(request, bodyOf(request)), request))
    },
    async find(call) {
      return Response.json(print(call, await pinService.find(call.holder, call.requestId, call.request)))
    },
    async replace(call) {
      const { request, holder, requestId } = call
      const pin = await readPin(request, bodyOf(request))
      return accepted(call, await pinService.replace(holder, requestId, pin, request))
    },
    async remove({ request, holder, requestId }) {
      await pinService.remove(holder, requestId, request)
      return new Response(null, { status: 202 })
    },
    async upload(call) {
      const { request, holder, requestId } = call
      const content = chunksOf(request.body ?? new Blob().stream(), {
        ...bodyOf(request),
        expectedBytes: declaredBytes(request),
      })
      return Response.json(print(call, await pinService.upload(holder, requestId, content, request)))
    },
  }

  const answerHolder = async (request: Request, answer: Answer): Promise<Response> => {
    const caller = await findHolder(request, { policy, attempts, clock })
    if ('refusal' in caller) return caller.refusal
    return answer({ request, holder: caller.holder, requestId: requestIdOf(request) })
  }
  const served = async (request: Request, answer: Answer): Promise<Response> => {
    const response = await answerHolder(request, answer).catch((error: unknown) => {
      request.signal.throwIfAborted()
      if (!isDomainError(error))
        logger.log('error', 'pins', 'Cannot answer request: unexpected error', { error })
      return pinErrorResponse(error)
    })
    return withCommon(response)
  }

  return {
    preflight: () => withCommon(new Response(null, { status: 204, headers: PREFLIGHT })),
    answer: (name, request) => served(request, answers[name]),
    refuseMethod: (request, allowed) =>
      served(request, async () => {
        const Allow = allowed.join(', ')
        return failureResponse({ status: 405, details: `Only ${Allow} is served here`, headers: { Allow } })
      }),
    refusePath: (request) =>
      served(request, async () =>
        failureResponse({ status: 404, details: 'The specified resource was not found' }),
      ),
  }
}

/** The second segment of the path, which is not decoded: the ids of this service need no escapes. */
function requestIdOf(request: Request): string {
  return requestUrl(request).pathname.split('/')[2] ?? ''
}

function withCommon(response: Response): Response {
  for (const [name, value] of Object.entries(COMMON)) response.headers.set(name, value)
  return response
}

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
