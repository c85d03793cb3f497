import { parseCid } from '../../codec/cid/cid.ts'
import { keyLabel } from '../../codec/cid/dns-label.ts'
import { type PeerId, parsePeerId } from '../../codec/cid/peer-id.ts'
import { attempt } from '../../errors.ts'

/**
 * The canonical form of a key's name as a DNS label: its CID in base 36. A CID of another codec is treated as
 * that of the key with its hash, as by the reference. `undefined` for anything but the name of a key. Throws
 * `invalid-argument` for one that is too long for a host name. Spec: subdomain gateway specification of the
 * network.
 */
export function nameLabel(text: string): string | undefined {
  const name = keyIn(text)
  return name && keyLabel(name)
}

function keyIn(text: string): PeerId | undefined {
  return attempt(() => parsePeerId(text)) ?? attempt(() => parseCid(text))?.multihash
}
