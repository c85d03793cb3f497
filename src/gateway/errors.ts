import { DomainError, type ErrorCode } from '../errors.ts'
import { acceptedTypes } from './accept.ts'
import { openHeaders, PAGE_HEADERS } from './body/headers.ts'
import { errorPage, missingPage } from './page/error-page.ts'

/**
 * The gateway's table from {@link ErrorCode} to status. Missing content is 404, and a file whose root alone is there
 * 500: nothing is fetched from elsewhere, so waiting would not help. Spec gap: the documents specify the routes, but
 * not their statuses.
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

/** Statuses of failures that pass, and when to ask again. Spec: path gateway specification, `Retry-After`. */
const PASSING = [429, 503, 504]
const RETRY_SECONDS = '10'

/** The response to an error, as {@link gatewayRefusal}. The message of anything but a `DomainError` is hidden. */
export function gatewayErrorResponse(requested: Headers, error: unknown): Response {
  return error instanceof DomainError
    ? gatewayRefusal(requested, STATUSES[error.code], error.message)
    : gatewayRefusal(requested, 500, 'internal error')
}

/**
 * A response that says why there is no content: a page if the client accepts HTML, as browsers do when they open a
 * link, otherwise plain text. `text` is one line without its line end. Spec gap: the form is the reference's choice.
 */
export function gatewayRefusal(requested: Headers, status: number, text: string): Response {
  const retry = PASSING.includes(status) ? { 'Retry-After': RETRY_SECONDS } : {}
  if (!isForPerson(requested)) return refusal(status, text, retry)
  return new Response(errorPage(status, text), { status, headers: { ...pageHeaders, ...retry } })
}

/** A page for a browser at a path of the node's own origin that has none. `undefined` for a client that accepts no HTML. */
export function noPage(requested: Headers): Response | undefined {
  return isForPerson(requested)
    ? new Response(missingPage(), { status: 404, headers: pageHeaders })
    : undefined
}

const pageHeaders = { ...openHeaders, ...PAGE_HEADERS, 'Cache-Control': 'no-store', Vary: 'Accept' }

function isForPerson(requested: Headers): boolean {
  return acceptedTypes(requested.get('Accept')).some(({ type }) => type === 'text/html')
}

/** A plain-text response without content, never cached. `text` is one line without its line end. */
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
