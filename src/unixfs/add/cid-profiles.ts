import { DomainError } from '../../errors.ts'

/** How the size of a directory is estimated: by its names and CIDs, or by its encoded block. */
export type SizeEstimate = 'links' | 'block'

/** Parameters that determine the CIDs of content: equal profiles give equal CIDs. */
export interface CidProfile {
  readonly cidVersion: 0 | 1
  /** When absent, true from CID version 1 on. */
  readonly rawLeaves?: boolean
  /** Text of a chunker option. */
  readonly chunker: string
  readonly maxFileLinks: number
  readonly sizeEstimate: SizeEstimate
}

const PROFILES: Readonly<Record<string, CidProfile>> = {
  'unixfs-v0-2015': {
    cidVersion: 0,
    rawLeaves: false,
    chunker: 'size-262144',
    maxFileLinks: 174,
    sizeEstimate: 'links',
  },
  'unixfs-v1-2025': {
    cidVersion: 1,
    rawLeaves: true,
    chunker: 'size-1048576',
    maxFileLinks: 1024,
    sizeEstimate: 'block',
  },
}

/**
 * Finds a CID profile by name. All profiles use sha2-256, shards of 256 slots, and one node for directories of up
 * to 256 KiB. Throws `invalid-argument` for an unknown name. Spec: IPIP-0499.
 */
export function cidProfile(name: string): CidProfile {
  const profile = Object.hasOwn(PROFILES, name) ? PROFILES[name] : undefined
  if (profile) return profile
  const known = Object.keys(PROFILES).join(', ')
  throw new DomainError('invalid-argument', `unrecognized CID profile "${name}": known are ${known}`)
}
