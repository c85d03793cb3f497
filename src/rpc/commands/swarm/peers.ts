import { formatGoDuration } from '../../../codec/go-duration.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { bool } from '../../declare/wire.ts'
import { Connections } from '../../shapes/peers.ts'

const DIRECTIONS = { inbound: 1, outbound: 2 } as const

/** Spec: RPC document, section 4, `/swarm/peers`. */
export const swarmPeers = defineCommand({
  path: 'swarm/peers',
  about: 'List the peers with open connections',
  needs: ['network'],
  args: {},
  options: {
    verbose: bool('Show everything', { alias: 'v' }),
    streams: bool('Show the open streams'),
    latency: bool('Show the latency'),
    direction: bool('Show who opened the connection'),
  },
  reply: json(Connections),
  parts: ['swarm'],
  async run({ swarm }, { options: { verbose, streams, latency, direction } }) {
    const Peers = swarm.connections().map((connection) => ({
      Addr: connection.address,
      Peer: connection.peerId,
      Latency: verbose || latency ? latencyText(connection.latencyMs) : '',
      Muxer: '',
      Direction: verbose || direction ? DIRECTIONS[connection.direction] : 0,
      Streams: verbose || streams ? connection.protocols.map((Protocol) => ({ Protocol })) : null,
    }))
    return { Peers: Peers.length === 0 ? null : Peers }
  },
})

function latencyText(latencyMs: number | undefined): string {
  return latencyMs === undefined ? 'n/a' : formatGoDuration(BigInt(Math.round(latencyMs * 1e6)))
}
