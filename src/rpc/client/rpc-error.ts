/** A call that the node refused, or a command that failed. */
export class RpcError extends Error {
  /** The status of the answer: 200 when the command failed after its first byte of output. */
  readonly status: number
  /** The wire's number: 0 normal, 1 the caller's fault, 2 the node's, 4 forbidden. Absent in a refusal, which is text. */
  readonly code: number | undefined

  constructor(
    message: string,
    { status, code }: { readonly status: number; readonly code?: number | undefined },
  ) {
    super(message)
    this.name = 'RpcError'
    this.status = status
    this.code = code
  }
}

interface WireError {
  readonly Message: string
  readonly Code?: number
}

/** True for the wire's error object, which also ends a stream of lines that fails late. */
export function isWireError(value: unknown): value is WireError {
  return (
    typeof value === 'object' &&
    value !== null &&
    'Type' in value &&
    value.Type === 'error' &&
    'Message' in value &&
    typeof value.Message === 'string'
  )
}

/** The error of a wire error; one that tells of a deadline is a `DOMException` named `TimeoutError`. */
export function errorOf({ Message, Code }: WireError, status: number): Error {
  return Message.includes('context deadline exceeded')
    ? new DOMException(Message, 'TimeoutError')
    : new RpcError(Message, { status, code: Code })
}

/** Reads the error of an answer that is no success: JSON of a command, or the text of a refusal. */
export async function readError(response: Response): Promise<Error> {
  const text = (await response.text()).trim()
  const { status } = response
  try {
    const value: unknown = JSON.parse(text)
    if (isWireError(value)) return errorOf(value, status)
  } catch {
    // A refusal is plain text.
  }
  return new RpcError(text || `The node answered ${status}`, { status })
}
