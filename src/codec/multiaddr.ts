import { attempt, DomainError, isDomainError } from '../errors.ts'
import { parseCid } from './cid/cid.ts'
import { parsePeerId } from './cid/peer-id.ts'

/** One protocol of a multiaddr. `value` is absent for protocols without one. */
export interface AddressPart {
  readonly protocol: string
  readonly value?: string
}

const PORT = (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535
const PREFIX_LENGTH = (value: string) => /^\d{1,3}$/.test(value) && Number(value) <= 128
const IP4 = (value: string) =>
  /^(\d{1,3}\.){3}\d{1,3}$/.test(value) && value.split('.').every((byte) => Number(byte) < 256)
const IP6 = (value: string) => value.includes(':') && URL.canParse(`http://[${value}]`)
const PEER = (value: string) => attempt(() => parsePeerId(value)) !== undefined
const ANY = (value: string) => value !== ''

/** Validates the value of a protocol. `undefined` for protocols without one. Spec: multiformats, protocols.csv. */
const PROTOCOLS: Readonly<Record<string, ((value: string) => boolean) | undefined>> = {
  ...{ ip4: IP4, ip6: IP6, ipcidr: PREFIX_LENGTH, ip6zone: ANY },
  ...{ dns: ANY, dns4: ANY, dns6: ANY, dnsaddr: ANY, sni: ANY },
  ...{ tcp: PORT, udp: PORT, sctp: PORT, dccp: PORT },
  ...{
    p2p: PEER,
    ipfs: PEER,
    certhash: ANY,
    memory: ANY,
    onion3: ANY,
    garlic64: ANY,
    garlic32: ANY,
    'http-path': ANY,
  },
  ...Object.fromEntries(
    [
      ...['quic', 'quic-v1', 'webtransport', 'ws', 'wss', 'tls', 'noise', 'http', 'https'],
      ...['webrtc', 'webrtc-direct', 'p2p-circuit', 'p2p-webrtc-direct', 'utp', 'udt'],
    ].map((name) => [name, undefined]),
  ),
}

/** Maximum length of an address. */
const MAX_ADDRESS_CHARACTERS = 2_000

/** Parses a multiaddr. Throws `invalid-argument` with the reference's text. */
export function parseMultiaddr(text: string): readonly AddressPart[] {
  const refused = (reason: string) =>
    new DomainError('invalid-argument', `failed to parse multiaddr "${text.slice(0, 200)}": ${reason}`)
  if (text === '') throw refused('empty multiaddr')
  if (!text.startsWith('/')) throw refused('must begin with /')
  if (text.length > MAX_ADDRESS_CHARACTERS) throw refused('too long')
  const words = text.replace(/\/+$/, '').split('/').slice(1)
  if (words.length === 0) throw refused('empty multiaddr')
  const parts: AddressPart[] = []
  while (words.length > 0) {
    const protocol = words.shift() ?? ''
    if (!Object.hasOwn(PROTOCOLS, protocol)) throw refused(`unknown protocol ${protocol}`)
    const accepts = PROTOCOLS[protocol]
    if (!accepts) {
      parts.push({ protocol })
      continue
    }
    const value = words.shift()
    if (value === undefined) throw refused('unexpected end of multiaddr')
    if (!accepts(value))
      throw refused(`invalid value "${value}" for protocol ${protocol}${reasonFor(accepts, value)}`)
    parts.push({ protocol, value })
  }
  return parts
}

/** What the reference says after a value that it refuses, of the kinds that are mistyped most. */
function reasonFor(accepts: (value: string) => boolean, value: string): string {
  if (accepts === IP4) return `: failed to parse ip4 addr: ${value}`
  if (accepts === PORT) {
    const reason = /^\d+$/.test(value) ? 'value out of range' : 'invalid syntax'
    return `: failed to parse port addr: strconv.ParseUint: parsing ${JSON.stringify(value)}: ${reason}`
  }
  return accepts === PEER ? `: failed to parse p2p addr: ${value} ${noPeer(value)}` : ''
}

function noPeer(value: string): string {
  const cid = attempt(() => parseCid(value))
  if (cid) return `has the invalid codec ${cid.code}`
  try {
    parsePeerId(value)
  } catch (error) {
    if (isDomainError(error)) return error.message.replace(/^failed to parse peer ID: /, '')
  }
  return ''
}

/** Formats a multiaddr, with `p2p` as the name of the protocol of peers. */
export function formatMultiaddr(parts: readonly AddressPart[]): string {
  return parts
    .map(
      ({ protocol, value }) =>
        `/${protocol === 'ipfs' ? 'p2p' : protocol}${value === undefined ? '' : `/${value}`}`,
    )
    .join('')
}
