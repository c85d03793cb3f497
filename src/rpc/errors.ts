import { DomainError, type ErrorCode, isDomainError } from '../errors.ts'
import { goJson } from './print/go-json.ts'

/** The body of a failed command, and the last line of a stream that fails late. */
export interface ErrorBody {
  readonly Message: string
  /** 0 normal, 1 the client's fault, 2 the node's, 4 forbidden. */
  readonly Code: number
  readonly Type: 'error'
  /** Codespace, number and further data of an error of the ledger. */
  readonly Details?: Readonly<Record<string, unknown>>
}

/**
 * Creates an error that the wire marks as the client's: 400 with Code 1. Spec gap: the document shows no error
 * body. Most errors of running commands are 500 with Code 0, including bad paths and absent blocks.
 */
export function clientError(code: ErrorCode, message: string): DomainError {
  return new DomainError(code, message, { details: { rpcCode: 1 } })
}

export function errorBody(error: unknown): ErrorBody {
  if (isDomainError(error)) {
    const { rpcCode, codespace } = error.details
    const Code = typeof rpcCode === 'number' ? rpcCode : 0
    if (codespace === undefined) return { Message: error.message, Code, Type: 'error' }
    // For an error with a number of its own, its code decides whose fault it is.
    const isClients = error.code === 'invalid-argument'
    return { Message: error.message, Code: isClients ? 1 : Code, Type: 'error', Details: error.details }
  }
  if (isTimeout(error)) return { Message: 'context deadline exceeded', Code: 0, Type: 'error' }
  if (isAbort(error)) return { Message: 'context canceled', Code: 0, Type: 'error' }
  return { Message: 'internal error', Code: 2, Type: 'error' }
}

/** True for an error that must be logged, because its message is hidden from the caller. */
export function isUnexpected(error: unknown): boolean {
  return errorBody(error).Code === 2
}

/** The response of a command that failed before its first byte of output. */
export function errorResponse(error: unknown, { asText = false }: { asText?: boolean } = {}): Response {
  const body = errorBody(error)
  return new Response(asText ? body.Message : `${goJson(body)}\n`, {
    status: body.Code === 1 ? 400 : 500,
    headers: { 'Content-Type': asText ? 'text/plain' : 'application/json' },
  })
}

/** A plain-text refusal, found while reading the request. It reveals nothing about the node's content. */
export function textRefusal(status: 400 | 403 | 404 | 405 | 429 | 503, message: string): Response {
  return new Response(`${message}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' },
  })
}

function isTimeout(error: unknown): boolean {
  return isDomainError(error, 'timeout') || (error instanceof DOMException && error.name === 'TimeoutError')
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
