import type { Clock } from '../../ports/clock.ts'
import type { DueWork } from '../../schedule/keep-due.ts'
import type { Network } from '../network.ts'
import { type WantedPeers, wantsPeers } from './wanted-peers.ts'

export interface DueConnectionsOptions {
  readonly network: Network
  readonly wanted: WantedPeers
  readonly clock: Pick<Clock, 'now'>
  /** Registers a callback for peers that the owner adds. */
  readonly onWanted: (listener: () => void) => void
}

/** Delay before the peer is started without a call, so that the first calls after a start run first. */
const START_DELAY_MS = 2_000

/** A host that unloads an idle node does so after a minute and more: its own connections do not keep it loaded. */
const AWAKE_MS = 45_000

/**
 * Starts the peer of a node whose owner wants connections, and keeps the node loaded while it has connections that it
 * has opened itself.
 */
export function dueConnections({ network, wanted, clock, onWanted }: DueConnectionsOptions): DueWork {
  const hasDialled = () =>
    network.running?.libp2p.getConnections().some(({ direction }) => direction === 'outbound') ?? false

  return {
    name: 'connections to peers',
    async run() {
      if (network.isEnabled && !network.running && (await wantsPeers(wanted))) await network.peer()
    },
    async nextMs() {
      if (!network.isEnabled) return undefined
      if (hasDialled()) return clock.now() + AWAKE_MS
      if (!(await wantsPeers(wanted))) return undefined
      return clock.now() + (network.running ? AWAKE_MS : START_DELAY_MS)
    },
    canComeEarlier: true,
    onChange(wake) {
      onWanted(wake)
      network.extend(async ({ libp2p }) => {
        libp2p.addEventListener('connection:open', wake)
        return undefined
      })
    },
  }
}
