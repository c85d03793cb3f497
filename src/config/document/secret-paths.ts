import { DomainError } from '../../errors.ts'
import { type ConfigObject, isJsonObject } from './config-value.ts'

/** `*` matches any key. Keys are compared without regard to case, as the reference reads them. */
const PRIVATE_KEY = ['identity', 'privkey']
const SERVICE_KEY = ['pinning', 'remoteservices', '*', 'api', 'key']

/**
 * Refuses a path to a secret, or to a value that contains one. Throws `forbidden` with the reference's text.
 * `secretNames` are settings that only the environment can set.
 */
export function refuseSecretPath(path: string, secretNames: readonly string[]): void {
  const keys = path.toLowerCase().split('.')
  if (isAbove(keys, PRIVATE_KEY)) {
    throw new DomainError('forbidden', 'cannot show or change private key through API')
  }
  if (isAbove(keys, SERVICE_KEY)) {
    throw new DomainError('forbidden', 'cannot show or change pinning services credentials')
  }
  const secret = secretNames.find((name) => isAbove(name.toLowerCase().split('.'), keys))
  if (secret !== undefined) {
    throw new DomainError('forbidden', `cannot show or change ${secret} through API`)
  }
}

/** Refuses a whole document that sets secrets. Throws `forbidden` with the reference's texts. */
export function refuseSecrets(document: ConfigObject, secretNames: readonly string[]): void {
  if (hasBelow(document, PRIVATE_KEY)) {
    throw new DomainError('forbidden', 'setting private key with API is not supported')
  }
  if (hasBelow(document, SERVICE_KEY.slice(0, 3))) {
    throw new DomainError('forbidden', "cannot add or remove remote pinning services with 'config replace'")
  }
  const secret = secretNames.find((name) => hasBelow(document, name.toLowerCase().split('.')))
  if (secret !== undefined) {
    throw new DomainError('forbidden', `cannot show or change ${secret} through API`)
  }
}

/** True when the keys are equal to the pattern or a prefix of it. */
function isAbove(keys: readonly string[], pattern: readonly string[]): boolean {
  return keys.length <= pattern.length && keys.every((key, at) => pattern[at] === '*' || pattern[at] === key)
}

function hasBelow(document: ConfigObject, [key, ...rest]: readonly string[]): boolean {
  const found = Object.entries(document).filter(([name]) => key === '*' || name.toLowerCase() === key)
  if (rest.length === 0) return found.length > 0
  return found.some(([, value]) => isJsonObject(value) && hasBelow(value, rest))
}
