import type { Clock } from '../../ports/clock.ts'
import { formatPeerAddress } from '../dialable-address.ts'
import type { Network } from '../network.ts'
import type { Routing } from '../routing/routing.ts'
import type { Swarm } from './swarm.ts'

export interface CreateSwarmOptions {
  readonly network: Network
  readonly clock: Clock
  /** Finds the addresses of a peer that is given by its id alone. */
  readonly routing?: Pick<Routing, 'findPeer'> | undefined
}

/** {@link Swarm} of the running peer. What needs code of libp2p is loaded with it. */
export function createSwarm({ network, clock, routing }: CreateSwarmOptions): Swarm {
  return {
    async connect(addresses, options) {
      const [peer, { connectTo }] = await Promise.all([network.peer(options), import('./connect-to.ts')])
      return connectTo({ ...peer, routing }, addresses, options)
    },
    async disconnect(addresses, options) {
      const [peer, { disconnectFrom }] = await Promise.all([
        network.peer(options),
        import('./disconnect-from.ts'),
      ])
      return disconnectFrom(peer, addresses, options)
    },
    connections() {
      const open = network.running?.libp2p.getConnections() ?? []
      return open
        .map(({ remotePeer, remoteAddr, direction, rtt, streams }) => ({
          peerId: remotePeer.toString(),
          address: formatPeerAddress(remoteAddr.toString().replace(`/p2p/${remotePeer}`, '')),
          direction,
          latencyMs: rtt,
          protocols: streams.map(({ protocol }) => protocol).sort(),
        }))
        .sort((a, b) => (a.address < b.address ? -1 : 1))
    },
    async knownPeers(options) {
      const [peer, { knownPeers }] = await Promise.all([network.peer(options), import('./identify-peer.ts')])
      return knownPeers(peer)
    },
    async resources(options) {
      const [peer, { peerResources }] = await Promise.all([
        network.peer(options),
        import('./peer-resources.ts'),
      ])
      return peerResources(peer)
    },
    async knownAddresses(options) {
      const { libp2p } = await network.peer(options)
      const peers = await libp2p.peerStore.all({ ...(options?.signal && { signal: options.signal }) })
      const known = peers.map(({ id, addresses }) => [
        id.toString(),
        addresses.map(({ multiaddr }) => multiaddr.toString()),
      ])
      const own = network.addresses()
      return Object.fromEntries([...known, ...(own.length > 0 ? [[libp2p.peerId.toString(), own]] : [])])
    },
    async listenAddresses(options) {
      const { components } = await network.peer(options)
      return components.transportManager.getAddrs().map(String).sort()
    },
    async identify(peerId, options) {
      const [peer, { identifyPeer, peerKnownBy }] = await Promise.all([
        network.peer(options),
        import('./identify-peer.ts'),
      ])
      if (options?.isOffline) return peerKnownBy(peer, peerId)
      return identifyPeer({ ...peer, clock, routing }, peerId, options)
    },
    async *ping(text, options) {
      const [peer, { pingPeer }] = await Promise.all([network.peer(options), import('./ping-peer.ts')])
      yield* pingPeer({ ...peer, clock, routing }, text, options)
    },
  }
}
