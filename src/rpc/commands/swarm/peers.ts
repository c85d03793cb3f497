import type * as z from 'zod/mini'
import { formatGoDuration } from '../../../codec/go-duration.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { bool } from '../../declare/wire.ts'
import { describePeer } from '../../print/peers/describe-peer.ts'
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
    identify: bool('Show what peers tell about themselves'),
  },
  reply: json(Connections),
  parts: ['swarm'],
  text: peersText,
  async run({ swarm }, { options: { verbose, streams, latency, direction, identify }, signal }) {
    const connections = swarm.connections()
    const isAsked = connections.length > 0 && (verbose || identify)
    const known = isAsked ? await swarm.knownPeers({ signal }) : undefined
    const described = (peerId: string) => {
      const peer = known?.get(peerId)
      return peer && { Identify: describePeer(peer, peerId) }
    }
    const Peers = connections.map((connection) => ({
      Addr: connection.address,
      Peer: connection.peerId,
      Latency: verbose || latency ? latencyText(connection.latencyMs) : '',
      Muxer: '',
      Direction: verbose || direction ? DIRECTIONS[connection.direction] : 0,
      Streams: verbose || streams ? connection.protocols.map((Protocol) => ({ Protocol })) : null,
      ...described(connection.peerId),
    }))
    return { Peers: Peers.length === 0 ? null : Peers }
  },
})

function latencyText(latencyMs: number | undefined): string {
  return latencyMs === undefined ? 'n/a' : formatGoDuration(BigInt(Math.round(latencyMs * 1e6)))
}

function peersText({ Peers }: z.infer<typeof Connections>): string {
  const lines = (Peers ?? []).flatMap(({ Addr, Peer, Latency, Direction, Streams }) => [
    [`${Addr}/p2p/${Peer}`, Latency, ['', 'inbound', 'outbound'][Direction]].filter(Boolean).join(' '),
    ...(Streams ?? []).map(({ Protocol }) => `  ${Protocol}`),
  ])
  return lines.map((line) => `${line}\n`).join('')
}
