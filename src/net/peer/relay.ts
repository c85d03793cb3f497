import { circuitRelayServer } from '@libp2p/circuit-relay-v2'
import type { RunningPeer, StopExtension } from '../network.ts'

/** Peers that are reached through this one at the same time. Each holds a connection of its own. */
const MAX_RESERVATIONS = 128

const RESERVATION_MS = 60 * 60_000

/** For one relayed connection: enough to agree on a direct one, or for short messages. */
const CONNECTION_MS = 2 * 60_000
const CONNECTION_BYTES = 1024n * 1024n

/** Lets other peers reach each other through this one. Spec: libp2p, Circuit Relay v2. */
export async function serveRelay({ components }: RunningPeer): Promise<StopExtension> {
  const relay = circuitRelayServer({
    reservations: {
      maxReservations: MAX_RESERVATIONS,
      reservationTtl: RESERVATION_MS,
      defaultDurationLimit: CONNECTION_MS,
      defaultDataLimit: CONNECTION_BYTES,
    },
  })(components)
  const service = relay as typeof relay & { start(): Promise<void>; stop(): Promise<void> }
  await service.start()
  return () => service.stop()
}
