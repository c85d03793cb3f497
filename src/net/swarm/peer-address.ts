import type { PeerId } from '@libp2p/interface'
import { peerIdFromString } from '@libp2p/peer-id'
import type { Multiaddr } from '@multiformats/multiaddr'
import { formatPeerId, parsePeerId } from '../../codec/cid/peer-id.ts'
import { parseMultiaddr } from '../../codec/multiaddr.ts'
import { DomainError } from '../../errors.ts'
import { attemptAddress } from '../attempt-address.ts'

/** A peer, and perhaps one of its addresses. */
export interface PeerAddress {
  readonly peerId: PeerId
  /** With the peer id at the end. `undefined` when only the id is given. */
  readonly address: Multiaddr | undefined
}

/** Parses an address that ends in `/p2p/<peer id>`. Throws `invalid-argument` with the reference's texts. */
export function parsePeerAddress(text: string): PeerAddress {
  const address = parseAddress(text)
  const parts = address.getComponents()
  const last = parts.at(-1)
  if (last?.name !== 'p2p' || last.value === undefined) {
    throw new DomainError('invalid-argument', `found no ipfs peers at ${text}`)
  }
  return { peerId: peerIdFromString(last.value), address: parts.length === 1 ? undefined : address }
}

/** Parses a peer id in any base, or an address that ends in one. Throws `invalid-argument`. */
export function parsePeer(text: string): PeerAddress {
  if (text.startsWith('/')) return parsePeerAddress(text)
  return { peerId: peerIdFromString(formatPeerId(parsePeerId(text))), address: undefined }
}

/** The parser of the core names what is wrong. That of libp2p takes any text for a peer id. */
function parseAddress(text: string): Multiaddr {
  parseMultiaddr(text)
  const address = attemptAddress(text)
  if (address) return address
  throw new DomainError('invalid-argument', `failed to parse multiaddr "${text}": invalid`)
}
