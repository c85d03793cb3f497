import { DomainError } from '../errors.ts'

/** Name of the key that is the node's identity. */
export const SELF = 'self'

const MAX_NAME_BYTES = 255

type Action = 'create' | 'import' | 'rename' | 'overwrite' | 'remove' | 'export'

/** Throws `invalid-argument` for the name of the identity key. */
export function refuseSelf(name: string, action: Action): void {
  if (name === SELF) throw new DomainError('invalid-argument', `cannot ${action} key with name '${SELF}'`)
}

/** Throws `invalid-argument` for a name that is empty or too long. */
export function checkNewName(name: string): void {
  if (name === '') throw new DomainError('invalid-argument', 'key name must be at least one character')
  const sizeBytes = new TextEncoder().encode(name).byteLength
  if (sizeBytes > MAX_NAME_BYTES) {
    throw new DomainError('invalid-argument', `key name is ${sizeBytes} bytes (max ${MAX_NAME_BYTES} bytes)`)
  }
}

export function notFound(name: string): DomainError {
  return new DomainError('not-found', `no key named ${name} was found`)
}
