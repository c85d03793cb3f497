import type { Connection } from '@libp2p/interface'
import { peerIdFromString } from '@libp2p/peer-id'
import { multiaddr } from '@multiformats/multiaddr'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../ports/logger.ts'
import type { RunningPeer, StopExtension } from '../network.ts'
import type { ReachedPeer, ReachedRows } from './reached-rows.ts'

export interface RememberReachedOptions {
  readonly rows: ReachedRows
  readonly clock: Clock
  readonly logger: Logger
}

/** Maximum number of peers that are stored across restarts. The least recently reached is dropped first. */
const MAX_REACHED = 256

/** Addresses of one peer, and the length of an address. */
const MAX_ADDRESSES = 4
const MAX_ADDRESS_CHARACTERS = 512

/** Peers that are reached within this time share a write. A host may unload the node without notice. */
const WRITE_DELAY_MS = 5_000

/** A peer that is reached again, at the same address, is written again only after this time. */
const FRESH_MS = 24 * 60 * 60_000

/**
 * Tells libp2p the addresses at which earlier runs of this node reached peers, and stores those at which this one does.
 * Peers that only connect to this node store nothing, however many they are.
 */
export async function rememberReached(
  { libp2p, permit }: RunningPeer,
  { rows, clock, logger }: RememberReachedOptions,
): Promise<StopExtension> {
  const stopping = new AbortController()
  const { signal } = stopping
  const known = new Map<string, ReachedPeer>()
  const unwritten = new Set<string>()
  const warn = (error: unknown) => {
    if (!signal.aborted) logger.log('warn', 'net', 'Cannot remember addresses of peers', { error })
  }

  const restore = async ({ peerId, addresses }: ReachedPeer) => {
    const multiaddrs = addresses.map((address) => multiaddr(address))
    for (const address of multiaddrs) permit(address)
    await libp2p.peerStore.merge(peerIdFromString(peerId), { multiaddrs })
  }
  for (const peer of await rows.read().catch(() => [])) {
    known.set(peer.peerId, peer)
    await restore(peer).catch(warn)
  }

  const write = async () => {
    const drop = [...known.keys()].slice(0, Math.max(0, known.size - MAX_REACHED))
    for (const peerId of drop) known.delete(peerId)
    const put = [...unwritten].flatMap((peerId) => known.get(peerId) ?? [])
    unwritten.clear()
    if (put.length > 0) await rows.change({ put, drop })
  }
  const watch = ({ detail: { direction, limits, remotePeer, remoteAddr } }: CustomEvent<Connection>) => {
    if (direction !== 'outbound' || limits !== undefined) return
    const [peerId, address] = [remotePeer.toString(), remoteAddr.toString()]
    const { addresses = [], reachedMs = 0 } = known.get(peerId) ?? {}
    const isFresh = addresses[0] === address && clock.now() - reachedMs < FRESH_MS
    if (isFresh || address.length > MAX_ADDRESS_CHARACTERS) return
    const others = addresses.filter((other) => other !== address)
    known.delete(peerId)
    known.set(peerId, {
      peerId,
      addresses: [address, ...others].slice(0, MAX_ADDRESSES),
      reachedMs: clock.now(),
    })
    if (unwritten.size === 0) {
      clock.sleep(WRITE_DELAY_MS, { signal }).then(write).catch(warn)
    }
    unwritten.add(peerId)
  }
  libp2p.addEventListener('connection:open', watch)

  return async () => {
    stopping.abort(new DOMException('The peer stops', 'AbortError'))
    libp2p.removeEventListener('connection:open', watch)
    await write()
  }
}
