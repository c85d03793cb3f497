/** Thrown for a call that the node refused, and for a command that failed. */
export class RpcError extends Error {
  /** The HTTP status. 200 when the command failed after its first byte of output. */
  readonly status: number
  /**
   * The code of the wire: 0 normal, 1 the caller's fault, 2 the node's, 4 forbidden. Absent for a refusal,
   * which is plain text.
   */
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

/** True for an error object of the wire, which also ends a stream of lines that fails late. */
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

/** Converts an error object. An exceeded deadline becomes a `DOMException` named `TimeoutError`. */
export function errorOf({ Message, Code }: WireError, status: number): Error {
  return Message.includes('context deadline exceeded')
    ? new DOMException(Message, 'TimeoutError')
    : new RpcError(Message, { status, code: Code })
}

/** Throws `RpcError` for a page: a node never answers a call with one, but proxies and other servers do. */
export function refusePage(response: Response): void {
  if (isPage(response)) throw pageAnswered(response)
}

function isPage({ headers }: Response): boolean {
  return /^text\/html\b/i.test(headers.get('Content-Type') ?? '')
}

function pageAnswered({ status }: Response): RpcError {
  const message = `Cannot read reply: a proxy or another server answered ${status} with a page, and no node`
  return new RpcError(message, { status })
}

/** Reads the error of an unsuccessful response: the JSON of a command, or the text of a refusal. */
export async function readError(response: Response): Promise<Error> {
  if (isPage(response)) {
    await response.body?.cancel()
    return pageAnswered(response)
  }
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
