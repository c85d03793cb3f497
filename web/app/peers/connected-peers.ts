import type { Value } from '../../../src/rpc/client.ts'

/** One open connection. `Direction` is 1 if the peer opened it, 2 if this node did. */
type ListedConnection = Pick<
  NonNullable<Value<'swarm/peers'>['Peers']>[number],
  'Addr' | 'Peer' | 'Latency' | 'Direction'
>

/** A peer with its best connection: a direct one before one through a relay. */
export interface ConnectedPeer {
  readonly id: string
  readonly address: string
  readonly transport: 'webrtc' | 'relay' | 'websocket' | 'other'
  readonly isInbound: boolean
  /** Round trip in milliseconds. Absent when it was not measured. */
  readonly latencyMs?: number
}

/** The connected peers, ordered by id. */
export function connectedPeers(connections: readonly ListedConnection[]): readonly ConnectedPeer[] {
  const peers = new Map<string, ConnectedPeer>()
  for (const connection of connections) {
    const peer = peerOf(connection)
    const held = peers.get(peer.id)
    if (!held || (held.transport === 'relay' && peer.transport !== 'relay')) peers.set(peer.id, peer)
  }
  return [...peers.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function peerOf({ Addr: address, Peer: id, Latency, Direction }: ListedConnection): ConnectedPeer {
  const latencyMs = goDurationMs(Latency)
  return {
    id,
    address,
    transport: transportOf(address),
    isInbound: Direction === 1,
    ...(latencyMs !== undefined && { latencyMs }),
  }
}

function transportOf(address: string): ConnectedPeer['transport'] {
  if (address.includes('/webrtc')) return 'webrtc'
  if (address.includes('/p2p-circuit')) return 'relay'
  return /\/wss?(\/|$)/.test(address) ? 'websocket' : 'other'
}

const UNITS_MS: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  µs: 0.001,
  us: 0.001,
  ns: 0.000001,
}

/** Milliseconds of a duration such as `1m2.5s` or `12.3ms`. `undefined` for anything else, such as `n/a`. */
export function goDurationMs(text: string): number | undefined {
  if (!/^([\d.]+(h|ms|m|s|µs|us|ns))+$/.test(text)) return undefined
  const parts = text.matchAll(/([\d.]+)(h|ms|m|s|µs|us|ns)/g)
  return [...parts].reduce((sum, [, count, unit = '']) => sum + Number(count) * (UNITS_MS[unit] ?? 0), 0)
}
