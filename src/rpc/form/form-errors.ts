import { DomainError, isDomainError } from '../../errors.ts'

/** The error for a body that ends before its last boundary, in the reference's words. */
export function endOfBody(): DomainError {
  return new DomainError('invalid-argument', 'multipart: NextPart: EOF')
}

/**
 * Throws the error for a read of a body that failed: the reason of the abort, an error of our own, or otherwise
 * `invalid-argument`. The client's connection broke then, or its framing was wrong, and neither can be repaired here.
 */
export function throwReadError(cause: unknown, signal: AbortSignal | undefined): never {
  signal?.throwIfAborted()
  if (isDomainError(cause)) throw cause
  throw new DomainError('invalid-argument', 'unexpected EOF', { cause })
}
