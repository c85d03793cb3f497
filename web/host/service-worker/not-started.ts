import { isDomainError } from '../../../src/errors.ts'
import { gatewayErrorResponse } from '../../../src/gateway/errors.ts'
import { errorResponse, textRefusal } from '../../../src/rpc/errors.ts'
import { SURFACES } from '../../../src/surfaces.ts'
import { surfaceOf } from './call-rules.ts'

/** The answer of a node that did not start, as where the browser refuses it storage, in the form of the surface. */
export function notStarted({ url, headers }: Request, error: unknown): Response {
  const surface = surfaceOf(url)
  if (surface === SURFACES.rpc) return errorResponse(error)
  if (surface?.isContent) return gatewayErrorResponse(headers, error)
  if (isDomainError(error)) return textRefusal(503, error.message)
  return new Response('internal error\n', { status: 500 })
}
