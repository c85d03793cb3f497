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
