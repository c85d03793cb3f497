import { DomainError } from '../errors.ts'

/** The name of the key that is the identity of the node. */
export const SELF = 'self'

const MAX_NAME_BYTES = 255

type Action = 'create' | 'import' | 'rename' | 'overwrite' | 'remove' | 'export'

/** Throws `invalid-argument` for the name of the identity. */
export function refuseSelf(name: string, action: Action): void {
  if (name === SELF) throw new DomainError('invalid-argument', `cannot ${action} key with name '${SELF}'`)
}

/** Throws `invalid-argument` for a name that no key can have. */
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
