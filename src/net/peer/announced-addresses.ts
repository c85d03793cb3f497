import type { Multiaddr } from '@multiformats/multiaddr'
import { isInRanges } from '../address-ranges.ts'
import { attemptAddress } from '../attempt-address.ts'

/** The owner's settings for the addresses that are advertised to peers. All texts are multiaddrs. */
export interface AnnounceSettings {
  /** Instead of those on which the node listens. */
  readonly announce: readonly string[]
  /** Besides them. */
  readonly append: readonly string[]
  /** Addresses, and ranges such as `/ip4/10.0.0.0/ipcidr/8`, that are not advertised to peers. */
  readonly withheld: readonly string[]
}

/** The options of libp2p for the advertised addresses. `own` are those that the host announces. */
export function announcedAddresses(own: readonly string[], { announce, append, withheld }: AnnounceSettings) {
  const instead = [...(announce.length > 0 ? announce : own)].filter(isAddress)
  const added = append.filter(isAddress)
  const ranges = withheld.filter((text) => text.includes('/ipcidr/'))
  const isTold = (address: Multiaddr) =>
    !withheld.includes(withoutPeer(address)) && !isInRanges(address, ranges)
  return {
    // The library adds nothing to a list that replaces the others.
    announce: instead.length > 0 ? [...instead, ...added] : [],
    appendAnnounce: added,
    announceFilter: (addresses: Multiaddr[]) => addresses.filter(isTold),
  }
}

function isAddress(text: string): boolean {
  return attemptAddress(text) !== undefined
}

function withoutPeer(address: Multiaddr): string {
  return address.toString().replace(/\/p2p\/[^/]+$/, '')
}
