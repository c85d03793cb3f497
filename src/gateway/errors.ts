import { DomainError, type ErrorCode } from '../errors.ts'
import { openHeaders } from './body/headers.ts'

/**
 * The gateway's table from {@link ErrorCode} to status. Missing content is 404: nothing is fetched from
 * elsewhere, so waiting would not help. Spec gap: the documents specify the routes, but not their statuses.
 */
const STATUSES: Readonly<Record<ErrorCode, number>> = {
  'invalid-argument': 400,
  'too-large': 413,
  forbidden: 403,
  'not-found': 404,
  'already-exists': 409,
  'failed-precondition': 412,
  corrupt: 500,
  unsupported: 501,
  unavailable: 503,
  'no-space': 507,
  timeout: 504,
}

/** The response to an error: plain text, never cached. The message of anything but a `DomainError` is hidden. */
export function gatewayErrorResponse(error: unknown): Response {
  return error instanceof DomainError
    ? refusal(STATUSES[error.code], error.message)
    : refusal(500, 'internal error')
}

/** A plain-text response without content. `text` is one line without its line end. */
export function refusal(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {
      ...openHeaders,
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
    },
  })
}
