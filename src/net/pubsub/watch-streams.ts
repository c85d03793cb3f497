import type { Connection } from '@libp2p/interface'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../ports/logger.ts'
import type { RunningPeer } from '../network.ts'
import type { Gossip } from './gossip.ts'

/** How often the connections are looked at. */
const CHECK_INTERVAL_MS = 10_000

/** A peer may have several reasons to reset a stream. After so many repairs it is left alone until it reconnects. */
const MAX_REPAIRS = 3

export interface WatchStreamsOptions {
  readonly peer: RunningPeer
  readonly clock: Pick<Clock, 'sleep'>
  readonly logger: Pick<Logger, 'log'>
  readonly signal: AbortSignal
}

/**
 * Repairs connections without an outbound stream for messages, on which nothing arrives or leaves any more: a peer
 * resets the stream when a frame breaks its rules, and neither side reports it. The stream is opened again; where
 * that does not help, the connection. Ends with the signal.
 */
export async function watchStreams(gossip: Gossip, options: WatchStreamsOptions): Promise<void> {
  const { peer, clock, logger, signal } = options
  const repairs = new WeakMap<Connection, number>()
  while (!signal.aborted) {
    for (const connection of peer.libp2p.getConnections()) {
      if (!(await isSilent(connection, gossip, peer))) continue
      const count = repairs.get(connection) ?? 0
      if (count >= MAX_REPAIRS) continue
      repairs.set(connection, count + 1)
      logger.log('debug', 'net', 'Opening a stream for messages again', { peer: `${connection.remotePeer}` })
      await repair(connection, { count, gossip, peer, signal }).catch(() => undefined)
    }
    await clock.sleep(CHECK_INTERVAL_MS, { signal }).catch(() => undefined)
  }
}

/** True for a connection to a participating peer without a stream to it. */
async function isSilent(
  { remotePeer, streams, status }: Connection,
  { protocols }: Gossip,
  { libp2p }: RunningPeer,
): Promise<boolean> {
  if (status !== 'open') return false
  if (streams.some(({ direction, protocol }) => direction === 'outbound' && protocols.includes(protocol))) {
    return false
  }
  const known = await libp2p.peerStore.get(remotePeer).catch(() => undefined)
  return known?.protocols.some((protocol) => protocols.includes(protocol)) ?? false
}

interface RepairOptions {
  /** Repairs of this connection before. */
  readonly count: number
  readonly gossip: Gossip
  readonly peer: RunningPeer
  readonly signal: AbortSignal
}

async function repair(connection: Connection, { count, gossip, peer, signal }: RepairOptions): Promise<void> {
  const { remotePeer, direction } = connection
  // Only the side that has dialled knows an address.
  if (count > 0 && direction === 'outbound') {
    await connection.close({ signal })
    await peer.libp2p.dial(remotePeer, { signal })
    return
  }
  const topologies = gossip.protocols.flatMap((protocol) => peer.components.registrar.getTopologies(protocol))
  for (const topology of new Set(topologies)) await topology.onConnect?.(remotePeer, connection)
}
