import { DomainError } from '../../errors.ts'

/** How the size of a directory is reckoned: its names and CIDs, or its whole block. */
export type SizeEstimate = 'links' | 'block'

/** What decides the CIDs of content: who follows the same profile gets the same CIDs. */
export interface CidProfile {
  readonly cidVersion: 0 | 1
  /** Absent: true from CID version 1 on. */
  readonly rawLeaves?: boolean
  /** A chunker option. */
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
 * The CID profile of that name. Both have sha2-256, shards of 256 slots and directories of up to 256 KiB in one
 * node. Throws `invalid-argument` for another name. Spec: IPIP-0499.
 */
export function cidProfile(name: string): CidProfile {
  const profile = Object.hasOwn(PROFILES, name) ? PROFILES[name] : undefined
  if (profile) return profile
  const known = Object.keys(PROFILES).join(', ')
  throw new DomainError('invalid-argument', `unrecognized CID profile "${name}": known are ${known}`)
}
