import { formatMultiaddr, parseMultiaddr } from '../../codec/multiaddr.ts'
import { attempt, DomainError } from '../../errors.ts'

/** A range such as `/ip4/10.0.0.0/ipcidr/8`. Throws `invalid-argument` with the reference's texts. */
export function checkedRange(range: string): string {
  const [, name, base, bits] = /^\/(ip4|ip6)\/([^/]*)\/ipcidr\/([^/]*)$/.exec(range) ?? []
  if (name === undefined) throw new DomainError('invalid-argument', 'invalid multiaddr-filter format')
  const parts = attempt(() => parseMultiaddr(range))
  if (parts && Number(bits) <= (name === 'ip4' ? 32 : 128)) return formatMultiaddr(parts)
  throw new DomainError('invalid-argument', `invalid CIDR address: ${base}/${bits}`)
}

/** True for a text that {@link checkedRange} accepts. */
export function isRange(text: string): boolean {
  return attempt(() => checkedRange(text)) !== undefined
}

/** True for a range or an address. */
export function isRangeOrAddress(text: string): boolean {
  return text.includes('/ipcidr/') ? isRange(text) : attempt(() => parseMultiaddr(text)) !== undefined
}
