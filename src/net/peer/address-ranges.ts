import { type Multiaddr, multiaddr } from '@multiformats/multiaddr'

const IP_PROTOCOLS = ['ip4', 'ip6']

/**
 * Whether an address begins with an IP address in one of the ranges, such as `/ip4/10.0.0.0/ipcidr/8`. A name has
 * no IP address until it is dialled: no range contains it.
 */
export function isInRanges(address: Multiaddr, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return false
  const [first] = address.getComponents()
  if (!first?.value || !IP_PROTOCOLS.includes(first.name)) return false
  const ip = ipBytes(first.name, first.value)
  return ranges.some((range) => {
    const [, name = '', base = '', , bits] = range.split('/')
    return name === first.name && hasPrefix(ip, ipBytes(name, base), Number(bits))
  })
}

/** A multiaddr is the code of its protocol, one byte for these, and the bytes of the address. */
function ipBytes(name: string, value: string): Uint8Array {
  return multiaddr(`/${name}/${value}`).bytes.subarray(1)
}

function hasPrefix(bytes: Uint8Array, prefix: Uint8Array, bits: number): boolean {
  return bytes.every((byte, at) => {
    const counted = Math.min(8, Math.max(0, bits - at * 8))
    return (byte ^ (prefix[at] ?? 0)) >> (8 - counted) === 0
  })
}
