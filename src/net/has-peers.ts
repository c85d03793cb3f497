import type { Network } from './network.ts'

/** True while a peer is connected. Asked for each block: to list the peers would copy the id of each. */
export function hasPeers({ running }: Pick<Network, 'running'>): boolean {
  return (running?.components.connectionManager.getConnectionsMap().size ?? 0) > 0
}
