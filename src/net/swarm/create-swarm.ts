import type { Network } from '../network.ts'
import type { Swarm } from './swarm.ts'

/** {@link Swarm} of the running peer. */
export function createSwarm({ network }: { readonly network: Network }): Swarm {
  return {
    async connect(addresses, options) {
      const [peer, { connectTo }] = await Promise.all([network.peer(options), import('./connect-to.ts')])
      return connectTo(peer, addresses, options)
    },
    connections() {
      const open = network.running?.libp2p.getConnections() ?? []
      return open
        .map(({ remotePeer, remoteAddr, direction, multiplexer, rtt, streams }) => ({
          peerId: remotePeer.toString(),
          address: remoteAddr.toString().replace(/\/p2p\/[^/]+$/, ''),
          direction,
          muxer: multiplexer ?? '',
          latencyMs: rtt,
          protocols: streams.map(({ protocol }) => protocol).sort(),
        }))
        .sort((a, b) => (a.address < b.address ? -1 : 1))
    },
  }
}
