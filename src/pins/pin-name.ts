import { DomainError } from '../errors.ts'

/** The same limit as in other implementations. */
const MAX_NAME_BYTES = 255

/** Throws `invalid-argument` for a name that is too long. */
export function checkPinName(name: string | undefined): void {
  const sizeBytes = new TextEncoder().encode(name ?? '').byteLength
  if (sizeBytes > MAX_NAME_BYTES) {
    const message = `pin name is ${sizeBytes} bytes (max ${MAX_NAME_BYTES} bytes)`
    throw new DomainError('invalid-argument', message)
  }
}
