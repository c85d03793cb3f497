import { circuitRelayServer } from '@libp2p/circuit-relay-v2'
import type { PeerId } from '@libp2p/interface'
import type { RunningPeer, StopExtension } from '../network.ts'

/** Each peer holds a connection of its own. */
const MAX_RESERVATIONS = 128

const RESERVATION_MS = 60 * 60_000

/** For one relayed connection: enough to agree on a direct one, or for short messages. */
const CONNECTION_MS = 2 * 60_000
const CONNECTION_BYTES = 1024n * 1024n

export interface RelayLimits {
  /** Peers that are reached through this one at the same time. */
  readonly places?: number
}

/** Lets other peers reach each other through this one. Spec: libp2p, Circuit Relay v2. */
export async function serveRelay(
  { libp2p, components }: RunningPeer,
  { places = MAX_RESERVATIONS }: RelayLimits = {},
): Promise<StopExtension> {
  const relay = circuitRelayServer({
    reservations: {
      maxReservations: places,
      reservationTtl: RESERVATION_MS,
      defaultDurationLimit: CONNECTION_MS,
      defaultDataLimit: CONNECTION_BYTES,
    },
  })(components)
  const service = relay as typeof relay & { start(): Promise<void>; stop(): Promise<void> }
  const forget = ({ detail }: CustomEvent<PeerId>) => void relay.reservations.delete(detail)
  await service.start()
  // The package keeps the place of a peer that is gone for the rest of its hour, until all places are taken.
  libp2p.addEventListener('peer:disconnect', forget)
  return async () => {
    libp2p.removeEventListener('peer:disconnect', forget)
    await service.stop()
  }
}
