import type { CID } from '../../../codec/cid/cid.ts'
import { formatPeerId } from '../../../codec/cid/peer-id.ts'
import { isDomainError } from '../../../errors.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Network, RunningPeer } from '../../network.ts'
import type { RoutedPeer, Routing } from '../../routing/routing.ts'
import { inTime } from '../in-time.ts'

export interface ConnectProvidersOptions extends AbortOptions {
  readonly network: Pick<Network, 'peer'>
  readonly routing: Pick<Routing, 'findProviders' | 'findPeer'>
  readonly clock: Pick<Clock, 'sleep'>
}

/** Time for one search, and for one connection to an address that it found. */
const SEARCH_MS = 30_000
const DIAL_MS = 10_000

/** Providers of one block that are dialled, and addresses of each. Those that this host cannot dial do not count. */
const MAX_PROVIDERS = 10
const MAX_ADDRESSES = 8

/** What a search finds: most providers of a public network have no address that this host can dial. */
const FOUND = { limit: 200, isForDialling: true }

/**
 * Connects to peers that have announced a block. A peer that cannot be reached is left out. Anyone may announce any
 * address, so none of them is permitted in a private network. The peer of this node starts when the first provider is
 * found.
 */
export async function connectProviders(
  cid: CID,
  { network, routing, clock, signal }: ConnectProvidersOptions,
): Promise<void> {
  /** Tries the addresses in order, since each failure may take its whole time. */
  const connect = async (running: RunningPeer, { peerId, addresses }: RoutedPeer) => {
    const [{ dialPeer }, { parsePeerAddress }, { dialableAddresses }] = await Promise.all([
      import('../../swarm/connect-to.ts'),
      import('../../swarm/peer-address.ts'),
      import('./dialable-addresses.ts'),
    ])
    const id = formatPeerId(peerId)
    const known = addresses.length > 0 ? addresses : await findAddresses(routing, peerId, { signal })
    for (const address of dialableAddresses(running, known).slice(0, MAX_ADDRESSES)) {
      const target = address.endsWith(`/p2p/${id}`) ? address : `${address}/p2p/${id}`
      try {
        const provider = parsePeerAddress(target)
        await inTime((limit) => dialPeer(running, provider, { signal: limit }), {
          ...{ clock, limitMs: DIAL_MS, signal },
        })
        return
      } catch (error) {
        if (signal?.aborted) return
        if (!isDomainError(error)) throw error
      }
    }
  }
  /** True for a peer whose addresses are not known yet. */
  const mayBeDialled = async (running: RunningPeer, { peerId, addresses }: RoutedPeer) => {
    if (formatPeerId(peerId) === running.libp2p.peerId.toString()) return false
    const { dialableAddresses } = await import('./dialable-addresses.ts')
    return addresses.length === 0 || dialableAddresses(running, addresses).length > 0
  }
  const search = async (limit: AbortSignal) => {
    const dialled: Promise<void>[] = []
    for await (const provider of routing.findProviders(cid, { ...FOUND, signal: limit })) {
      const running = await network.peer({ signal })
      if (!(await mayBeDialled(running, provider))) continue
      // The search may be aborted before anybody waits for this.
      dialled.push(connect(running, provider).catch(() => undefined))
      if (dialled.length === MAX_PROVIDERS) break
    }
    await Promise.all(dialled)
  }
  await inTime(search, { clock, limitMs: SEARCH_MS, signal })
}

async function findAddresses(
  routing: ConnectProvidersOptions['routing'],
  peerId: RoutedPeer['peerId'],
  options: AbortOptions,
): Promise<readonly string[]> {
  return (await routing.findPeer(peerId, { ...options, isForDialling: true }))?.addresses ?? []
}
