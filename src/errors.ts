/**
 * The meaning of a failure, apart from any surface's status code. Each surface owns one table from
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
  /** The error that led here; logged, never shown to a caller. */
  readonly cause?: unknown
  /** What one surface's body needs beside the message, such as the names of bad parameters. */
  readonly details?: Readonly<Record<string, unknown>>
}

/**
 * The one error class of this project. Anything else that is thrown is a bug of ours: surfaces hide its
 * message and log it. Messages say action, quoted value, colon, state, unless a wire text is prescribed.
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

/** True when `error` is a {@link DomainError}, of the given code when one is named. */
export function isDomainError(error: unknown, code?: ErrorCode): error is DomainError {
  return error instanceof DomainError && (code === undefined || error.code === code)
}

/** What `read` gives; undefined where it throws a {@link DomainError}, of the given code when one is named. */
export function attempt<T>(read: () => T, code?: ErrorCode): T | undefined {
  try {
    return read()
  } catch (error) {
    if (isDomainError(error, code)) return undefined
    throw error
  }
}
