import { base32 } from 'multiformats/bases/base32'
import { base36 } from 'multiformats/bases/base36'
import { DomainError } from '../../errors.ts'
import type { CID } from './cid.ts'

/** Codec number of the keys that names are made of. */
const LIBP2P_KEY_CODEC = 0x72

/** What DNS allows between two dots. */
const MAX_LABEL_CHARACTERS = 63

/**
 * The one spelling of a CID in the name of a host, so that it has one origin: version 1 in base 32, in base 36
 * for keys and for what is too long otherwise; host names know no upper case. Throws `invalid-argument` for a
 * CID that fits in neither. Spec: subdomain gateway specification of the network.
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
