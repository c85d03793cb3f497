import type { Multiaddr } from '@multiformats/multiaddr'
import { isInParsedRanges, parseRanges } from './address-ranges.ts'
import { isLocalHost, namedHost } from './named-host.ts'

/** Source: the registries of special-purpose addresses of IANA (RFC 6890), with multicast and what is not assigned. */
const SPECIAL_IP4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24'],
  ...[
    '192.168.0.0/16',
    '192.175.48.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3',
  ],
]

/**
 * All but `2000::/3`, from which public addresses are assigned, and exceptions of it. Addresses that contain an IPv4
 * address (mapped, NAT64, Teredo, 6to4) are left out whatever it is: a translator of this network may forward them.
 */
const SPECIAL_IP6 = [
  ...['::/3', '4000::/2', '8000::/1'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'],
]

const SPECIAL_RANGES = parseRanges([
  ...SPECIAL_IP4.map((range) => `/ip4/${range.replace('/', '/ipcidr/')}`),
  ...SPECIAL_IP6.map((range) => `/ip6/${range.replace('/', '/ipcidr/')}`),
])

/**
 * False for an address that begins with an IP address outside the public network, or with a name that is local or an IP
 * address. True for one without a host, such as `/dnsaddr/example.org`: those that it resolves to have one.
 */
export function isPublicAddress(address: Multiaddr): boolean {
  const host = namedHost(address)
  return host === undefined ? !isInParsedRanges(address, SPECIAL_RANGES) : !isLocalHost(host)
}
