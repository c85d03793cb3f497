import { DomainError, type ErrorCode } from '../errors.ts'
import { openHeaders } from './body/headers.ts'

/**
 * The gateway's one table from {@link ErrorCode} to status. What is not held is 404: nothing is fetched from
 * elsewhere, so waiting would not help. Spec gap: the documents name the routes and not their statuses.
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

/** The answer to a failure, in plain text and never stored by a cache. The text of what is no `DomainError` is hidden. */
export function gatewayErrorResponse(error: unknown): Response {
  return error instanceof DomainError
    ? refusal(STATUSES[error.code], error.message)
    : refusal(500, 'internal error')
}

/** A plain-text answer other than content. `text` is one line without its line end. */
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
