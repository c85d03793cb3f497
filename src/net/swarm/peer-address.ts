import type { PeerId } from '@libp2p/interface'
import { peerIdFromString } from '@libp2p/peer-id'
import { type Multiaddr, multiaddr } from '@multiformats/multiaddr'
import { formatPeerId, parsePeerId } from '../../codec/cid/peer-id.ts'
import { DomainError } from '../../errors.ts'

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

function parseAddress(text: string): Multiaddr {
  try {
    if (!text.startsWith('/')) throw new TypeError('must begin with /')
    return multiaddr(text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'invalid'
    const message = `failed to parse multiaddr "${text.slice(0, 200)}": ${reason}`
    throw new DomainError('invalid-argument', message, { cause })
  }
}
