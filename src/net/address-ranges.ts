import { type Multiaddr, multiaddr } from '@multiformats/multiaddr'
import { attemptAddress } from './attempt-address.ts'
import { namedHost } from './named-host.ts'

const IP_PROTOCOLS = ['ip4', 'ip6']

const MAPPED = Uint8Array.of(...new Array(10).fill(0), 0xff, 0xff)

const RANGE = /^\/(ip[46]\/[^/]+)\/ipcidr\/(\d{1,3})$/

/** IP addresses whose first bits are the same. */
export interface AddressRange {
  readonly first: Uint8Array
  readonly bits: number
}

/**
 * Whether an address begins with an IP address in one of the ranges, such as `/ip4/10.0.0.0/ipcidr/8`. A name has
 * no IP address until it is dialled: no range contains it. A text that is no range contains nothing.
 */
export function isInRanges(address: Multiaddr, ranges: readonly string[]): boolean {
  return ranges.length > 0 && isInParsedRanges(address, parseRanges(ranges))
}

/** {@link isInRanges} for ranges that are parsed once and used for many addresses. */
export function isInParsedRanges(address: Multiaddr, ranges: readonly AddressRange[]): boolean {
  const bytes = ipOf(address)
  if (!bytes) return false
  const ips = [bytes, ...mappedBytes(bytes)]
  return ranges.some(({ first, bits }) =>
    ips.some((ip) => ip.byteLength === first.byteLength && hasPrefix(ip, first, bits)),
  )
}

/** The ranges in texts. A text that is no range is left out. */
export function parseRanges(texts: readonly string[]): readonly AddressRange[] {
  return texts.flatMap((text) => parseRange(text) ?? [])
}

/** True for a text that {@link isInRanges} can use. */
export function isAddressRange(text: string): boolean {
  return parseRange(text) !== undefined
}

function parseRange(text: string): AddressRange | undefined {
  const [, base = '', bits] = RANGE.exec(text) ?? []
  const first = attemptAddress(`/${base}`)?.bytes.subarray(1)
  return first && bits !== undefined ? { first, bits: Number(bits) } : undefined
}

function ipOf(address: Multiaddr): Uint8Array | undefined {
  const first = address.getComponents().find(({ name }) => name !== 'ip6zone')
  const [, ip6, ip4] = /^\[(.+)\]$|^(\d+(?:\.\d+){3})$/.exec(namedHost(address)?.hostname ?? '') ?? []
  if (ip6) return ipBytes('ip6', ip6)
  if (ip4) return ipBytes('ip4', ip4)
  return first?.value && IP_PROTOCOLS.includes(first.name) ? ipBytes(first.name, first.value) : undefined
}

/** The IPv4 address that leads to the same host as `::ffff:10.0.0.1`, if it is such a one. RFC 4291, 2.5.5.2. */
function mappedBytes(ip: Uint8Array): readonly Uint8Array[] {
  return ip.byteLength === 16 && hasPrefix(ip, MAPPED, 96) ? [ip.subarray(12)] : []
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
