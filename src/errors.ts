/**
 * What kind of failure an error is, independent of any surface's status codes. Each surface has one table from
 * these codes to its own numbers (`rpc/errors.ts`, `gateway/errors.ts`).
 */
export type ErrorCode =
  | 'invalid-argument'
  | 'too-large'
  | 'forbidden'
  | 'not-found'
  | 'already-exists'
  | 'failed-precondition'
  | 'corrupt'
  | 'unsupported'
  | 'unavailable'
  | 'no-space'
  | 'timeout'

export interface DomainErrorOptions {
  /** The original error. It is logged, and never shown to a caller. */
  readonly cause?: unknown
  /** Data that one surface adds to the message, such as the names of invalid parameters. */
  readonly details?: Readonly<Record<string, unknown>>
}

/**
 * The only error class of this project. Anything else that is thrown is a bug: surfaces hide its message and
 * log it. Messages have the form action, quoted value, colon, state, unless a wire text is prescribed.
 */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, message: string, options: DomainErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'DomainError'
    this.code = code
    this.details = options.details ?? {}
  }
}

/** True for a {@link DomainError}, if `code` is given only for that code. */
export function isDomainError(error: unknown, code?: ErrorCode): error is DomainError {
  return error instanceof DomainError && (code === undefined || error.code === code)
}

/**
 * Returns the result of `read`, or `undefined` if it throws a {@link DomainError}. If `code` is given, other
 * errors are rethrown.
 */
export function attempt<T>(read: () => T, code?: ErrorCode): T | undefined {
  try {
    return read()
  } catch (error) {
    if (isDomainError(error, code)) return undefined
    throw error
  }
}
