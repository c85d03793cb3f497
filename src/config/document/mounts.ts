import { DomainError } from '../../errors.ts'
import { isTaken } from '../../http/surface-prefixes.ts'
import type { ConfigObject } from './config-value.ts'
import { findValue } from './document-path.ts'

/** The URL prefixes at which the namespaces are mounted. */
export interface Mounts {
  readonly ipfs: string
  readonly ipns: string
}

/** The mounts of a whole document: where none are set, each namespace is at its own path. */
export function mountsIn(document: ConfigObject): Mounts {
  return {
    ipfs: String(findValue(document, 'Mounts.IPFS') ?? '/ipfs'),
    ipns: String(findValue(document, 'Mounts.IPNS') ?? '/ipns'),
  }
}

/** Each namespace answers at its own path in any case. Throws `invalid-argument` for a path that cannot be had. */
export function refuseTaken(mounts: Mounts): void {
  for (const [name, path] of Object.entries(mounts)) {
    if (path !== `/${name}` && isTaken(path)) throw refused(path, 'this node answers there already')
  }
  if (mounts.ipfs === mounts.ipns) throw refused(mounts.ipfs, 'both namespaces would have it')
}

function refused(path: string, reason: string): DomainError {
  return new DomainError('invalid-argument', `Cannot mount at "${path.slice(0, 80)}": ${reason}`)
}
