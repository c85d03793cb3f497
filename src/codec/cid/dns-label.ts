import { base32 } from 'multiformats/bases/base32'
import { base36 } from 'multiformats/bases/base36'
import { DomainError } from '../../errors.ts'
import { CID, LIBP2P_KEY_CODEC } from './cid.ts'
import type { PeerId } from './peer-id.ts'

/** DNS limit for one label. */
const MAX_LABEL_CHARACTERS = 63

/**
 * The canonical form of a CID as a DNS label, so that it has one origin: version 1 in base 32, or in base 36
 * for keys and for CIDs that are too long otherwise. Host names are case-insensitive. Throws `invalid-argument`
 * for a CID that is too long for both. Spec: subdomain gateway specification of the network.
 */
export function dnsLabel(cid: CID): string {
  const { bytes } = cid.toV1()
  const inBase32 = base32.encode(bytes)
  if (cid.code !== LIBP2P_KEY_CODEC && inBase32.length <= MAX_LABEL_CHARACTERS) return inBase32
  const inBase36 = base36.encode(bytes)
  if (inBase36.length <= MAX_LABEL_CHARACTERS) return inBase36
  throw new DomainError(
    'invalid-argument',
    `CID incompatible with DNS label length limit of ${MAX_LABEL_CHARACTERS}`,
  )
}

/** The canonical form of a key's name as a DNS label. Throws as {@link dnsLabel} does. */
export function keyLabel(name: PeerId): string {
  return dnsLabel(CID.createV1(LIBP2P_KEY_CODEC, name))
}
