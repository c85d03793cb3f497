import type { Connection } from '@libp2p/interface'
import type { Multiaddr } from '@multiformats/multiaddr'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../ports/logger.ts'
import { attemptAddress } from '../attempt-address.ts'
import type { RunningPeer, StopExtension } from '../network.ts'
import { openConnection } from '../open-connection.ts'
import type { WantedPeers } from './wanted-peers.ts'

export interface KeepConnectedOptions {
  readonly wanted: WantedPeers
  readonly clock: Clock
  readonly logger: Logger
  /** Registers the callback for peers that the owner adds, in place of an earlier one. */
  readonly onWanted: (listener: () => void) => void
}

/** Time between two looks at which connections are missing. A peer that cannot be reached is asked less often. */
const INTERVAL_MS = 30_000
const LONGEST_DELAY_MS = 10 * 60_000

/** With fewer peers than these, the node dials those to begin with. */
const ENOUGH_PEERS = 4

interface Attempt {
  readonly failures: number
  readonly nextMs: number
}

/** Dials the wanted peers while the peer runs, and stores which connections this node has opened. */
export async function keepConnected(
  { libp2p, permit }: RunningPeer,
  { wanted, clock, logger, onWanted }: KeepConnectedOptions,
): Promise<StopExtension> {
  const stopping = new AbortController()
  const { signal } = stopping
  const attempts = new Map<string, Attempt>()
  const warn = (error: unknown) => {
    if (!signal.aborted) logger.log('warn', 'net', 'Cannot keep peers connected', { error })
  }

  const dial = async (text: string) => {
    const address = attemptAddress(text)
    if (!address || isConnected(address)) return
    const { failures = 0, nextMs = 0 } = attempts.get(text) ?? {}
    if (clock.now() < nextMs) return
    permit(address)
    try {
      await libp2p.dial(address, { signal })
      attempts.delete(text)
    } catch {
      const delayMs = Math.min(INTERVAL_MS * 2 ** failures, LONGEST_DELAY_MS)
      attempts.set(text, { failures: failures + 1, nextMs: clock.now() + delayMs })
    }
  }
  const isConnected = (address: Multiaddr) => {
    const id = address.getComponents().findLast(({ name }) => name === 'p2p')?.value
    if (id === libp2p.peerId.toString()) return true
    // An address of the configuration may end in any text.
    const peerId = libp2p.getPeers().find((peer) => peer.toString() === id)
    return peerId !== undefined && openConnection({ libp2p }, peerId, address) !== undefined
  }
  const dialMissing = async () => {
    await Promise.all((await wanted.peering({ signal })).map(dial))
    if (libp2p.getPeers().length >= ENOUGH_PEERS) return
    await Promise.all((await wanted.bootstrap({ signal })).map(dial))
  }

  let writing = Promise.resolve()
  const rememberOpen = () => {
    const open = libp2p.getConnections().filter(isDialled)
    const addresses = [...new Set(open.map(({ remoteAddr }) => remoteAddr.toString()))]
    writing = writing.then(() => wanted.remember(addresses, { signal })).catch(warn)
  }
  const watch = ({ detail }: CustomEvent<Connection>) => {
    if (!isDialled(detail)) return
    // The list of connections changes after this event.
    queueMicrotask(rememberOpen)
  }

  const run = async () => {
    await Promise.all((await wanted.remembered({ signal })).map(dial))
    libp2p.addEventListener('connection:open', watch)
    libp2p.addEventListener('connection:close', watch)
    rememberOpen()
    for (;;) {
      await dialMissing()
      await clock.sleep(INTERVAL_MS, { signal })
    }
  }
  run().catch(warn)
  onWanted(() => void dialMissing().catch(warn))

  return async () => {
    onWanted(() => undefined)
    stopping.abort(new DOMException('The peer stops', 'AbortError'))
    libp2p.removeEventListener('connection:open', watch)
    libp2p.removeEventListener('connection:close', watch)
    await writing
  }
}

/** A connection through a relay ends with the one to the relay, and is not dialled again. */
function isDialled({ direction, limits }: Connection): boolean {
  return direction === 'outbound' && limits === undefined
}
