import type { Connection } from '@libp2p/interface'
import type { RunningPeer } from '../network.ts'
import { MAX_INBOUND_STREAMS, MAX_PENDING_CONNECTIONS } from '../peer/limits.ts'

/** How much of something is in use. `limit` is absent if there is none. */
export interface ResourceUse {
  readonly used: number
  readonly limit?: number | undefined
}

/** Connections and streams of one kind, by who opened them. */
export interface ScopeUse {
  readonly connections: Use
  readonly streams: Use
}

interface Use {
  readonly inbound: ResourceUse
  readonly outbound: ResourceUse
  readonly all: ResourceUse
}

/** Connections and streams of a peer, and their limits. */
export interface PeerResources {
  readonly system: ScopeUse
  /** Connections that are being opened. */
  readonly pending: ScopeUse
  /** By protocol, sorted. */
  readonly protocols: ReadonlyMap<string, ScopeUse>
  /** By peer id, sorted. */
  readonly peers: ReadonlyMap<string, ScopeUse>
}

type Directed = { readonly direction: 'inbound' | 'outbound' }

const NONE: readonly Directed[] = []

export function peerResources({ libp2p, components }: RunningPeer): PeerResources {
  const connections = libp2p.getConnections()
  const streams = connections.flatMap((connection) => connection.streams)
  const protocols = [
    ...new Set([...libp2p.getProtocols(), ...streams.map(({ protocol }) => protocol)]),
  ].sort()
  const peers = new Map<string, Connection[]>()
  for (const connection of connections) {
    const id = connection.remotePeer.toString()
    peers.set(id, [...(peers.get(id) ?? []), connection])
  }
  const { connectionManager } = components
  const pending = connectionManager.getDialQueue().map(() => ({ direction: 'outbound' as const }))

  return {
    system: {
      connections: use(connections, { all: connectionManager.getMaxConnections() }),
      streams: use(streams, {}),
    },
    pending: {
      connections: use(pending, { inbound: MAX_PENDING_CONNECTIONS }),
      streams: use(NONE, {}),
    },
    protocols: new Map(
      protocols.map((name) => [
        name,
        {
          connections: use(NONE, {}),
          streams: use(
            streams.filter(({ protocol }) => protocol === name),
            {},
          ),
        },
      ]),
    ),
    peers: new Map(
      [...peers.keys()].sort().map((id) => {
        const own = peers.get(id) ?? []
        const limit = own.length * MAX_INBOUND_STREAMS
        return [
          id,
          {
            connections: use(own, {}),
            streams: use(
              own.flatMap((connection) => connection.streams),
              { inbound: limit },
            ),
          },
        ]
      }),
    ),
  }
}

function use(
  all: readonly Directed[],
  limits: { readonly all?: number; readonly inbound?: number; readonly outbound?: number },
): Use {
  const inbound = all.filter(({ direction }) => direction === 'inbound').length
  return {
    inbound: { used: inbound, limit: limits.inbound },
    outbound: { used: all.length - inbound, limit: limits.outbound },
    all: { used: all.length, limit: limits.all },
  }
}
