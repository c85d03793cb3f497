import type { PeerInfo } from '@libp2p/interface'
import type { QueryEvent } from '@libp2p/kad-dht'
import type { RoutedPeer, RoutingStep } from '../routing.ts'

/** A peer as a DHT reports it. */
export function routedPeer({ id, multiaddrs }: PeerInfo): RoutedPeer {
  return { peerId: id.toMultihash(), addresses: multiaddrs.map(String) }
}

/** A step of a search in a DHT. `undefined` for results. */
export function routingStep(event: QueryEvent): RoutingStep | undefined {
  switch (event.name) {
    case 'SEND_QUERY':
      return { type: 'sending-query', peerId: event.to.toMultihash() }
    case 'PEER_RESPONSE':
      return {
        type: 'peer-response',
        peerId: event.from.toMultihash(),
        closer: event.closer.map(routedPeer),
      }
    case 'QUERY_ERROR':
      return { type: 'query-error', peerId: event.from.toMultihash(), reason: event.error.message }
    case 'FINAL_PEER':
      return { type: 'final-peer', peerId: event.peer.id.toMultihash() }
    case 'ADD_PEER':
      return { type: 'adding-peer', peerId: event.peer.toMultihash() }
    case 'DIAL_PEER':
      return { type: 'dialing-peer', peerId: event.peer.toMultihash() }
    default:
      return undefined
  }
}
