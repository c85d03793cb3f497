import type { Connection } from '@libp2p/interface'
import type { Multiaddr } from '@multiformats/multiaddr'
import type { AbortOptions } from '../../ports/abort.ts'
import { formatPeerAddress } from '../dialable-address.ts'
import type { RunningPeer } from '../network.ts'
import { type PeerAddress, parsePeerAddress } from './peer-address.ts'
import type { Disconnected } from './swarm.ts'

/** True for the address of a connection, and for what is shown of it. */
function isAt({ remoteAddr, remotePeer }: Connection, address: Multiaddr): boolean {
  const shown = formatPeerAddress(remoteAddr.toString().replace(/\/p2p\/[^/]+$/, ''))
  return remoteAddr.equals(address) || `${shown}/p2p/${remotePeer}` === address.toString()
}

/** Closes connections, as {@link Swarm.disconnect} does. */
export async function disconnectFrom(
  { libp2p }: RunningPeer,
  addresses: readonly string[],
  { signal }: AbortOptions = {},
): Promise<readonly Disconnected[]> {
  const targets = addresses.map((address) => parsePeerAddress(address))
  const close = async ({ peerId, address }: PeerAddress): Promise<Disconnected> => {
    const all = libp2p.getConnections(peerId)
    const name = peerId.toString()
    const chosen = address ? all.filter((connection) => isAt(connection, address)) : all
    if (chosen.length === 0) return { peerId: name, failure: address ? 'conn not found' : 'not connected' }
    await Promise.all(chosen.map((connection) => connection.close({ ...(signal && { signal }) })))
    return { peerId: name }
  }
  const closed: Disconnected[] = []
  for (const target of targets) closed.push(await close(target))
  return closed
}
