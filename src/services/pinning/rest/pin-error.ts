import { DomainError, type ErrorCode, isDomainError } from '../../../errors.ts'

/** The statuses of failed requests, with the words of the API for machines. */
const REASONS = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  409: 'CONFLICT',
  413: 'CONTENT_TOO_LARGE',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
  507: 'INSUFFICIENT_STORAGE',
} as const

type FailureStatus = keyof typeof REASONS

/** The one table from codes to statuses of this surface. */
const STATUSES: Readonly<Record<ErrorCode, FailureStatus>> = {
  'invalid-argument': 400,
  'too-large': 413,
  forbidden: 403,
  'not-found': 404,
  'already-exists': 409,
  'failed-precondition': 409,
  corrupt: 400,
  unsupported: 400,
  unavailable: 503,
  'no-space': 507,
  timeout: 408,
}

/** Spec: Pinning Service API, response `InsufficientFunds`. */
const QUOTA = 'INSUFFICIENT_FUNDS'

interface FailureOptions {
  readonly status: FailureStatus
  readonly details: string
  readonly reason?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The response of a failed request. */
export function failureResponse({
  status,
  details,
  reason = REASONS[status],
  headers = {},
}: FailureOptions): Response {
  return Response.json({ error: { reason, details } }, { status, headers })
}

/** The response of an error. The message of one that is not ours is hidden: log it. */
export function pinErrorResponse(error: unknown): Response {
  if (!isDomainError(error)) return failureResponse({ status: 500, details: 'internal error' })
  const details = error.message
  const reason = error.code === 'failed-precondition' ? { reason: QUOTA } : {}
  return failureResponse({ status: STATUSES[error.code], details, ...reason })
}

/** The error of a malformed parameter or body. */
export function badRequest(details: string): DomainError {
  return new DomainError('invalid-argument', details)
}
