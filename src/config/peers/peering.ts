import { formatPeerId, parsePeerId } from '../../codec/cid/peer-id.ts'
import { formatMultiaddr, parseMultiaddr } from '../../codec/multiaddr.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Configuration } from '../configuration.ts'
import type { ConfigObject } from '../document/config-value.ts'
import { findValue, withValue } from '../document/document-path.ts'

/** A peer with which this node stays connected. */
export interface PeeredPeer {
  readonly peerId: string
  /** Without the peer id. */
  readonly addresses: readonly string[]
}

/** The peers of the configuration with which this node stays connected. */
export interface Peering {
  list(options?: AbortOptions): Promise<readonly PeeredPeer[]>
  /** Adds addresses that end in a peer id, in place of those that a peer had. Resolves to the ids. Throws `invalid-argument` with the reference's text. */
  add(addresses: readonly string[], options?: AbortOptions): Promise<readonly string[]>
  /** Removes peers. Resolves to all given ids. Throws `invalid-argument`. */
  remove(peerIds: readonly string[], options?: AbortOptions): Promise<readonly string[]>
  /** Registers a callback for peers that were added. */
  onAdd(listener: () => void): void
}

const NAME = 'Peering.Peers'

export function createPeering(configuration: Pick<Configuration, 'show' | 'change'>): Peering {
  const listeners: (() => void)[] = []
  const change = async (
    plan: (peers: readonly PeeredPeer[]) => readonly PeeredPeer[],
    options: AbortOptions = {},
  ) => {
    await configuration.change((document) => {
      const planned = plan(peersOf(document)).map(({ peerId, addresses }) => ({
        ID: peerId,
        Addrs: [...addresses],
      }))
      return withValue(document, NAME, planned.length === 0 ? null : planned)
    }, options)
  }

  return {
    list: async (options) => peersOf(await configuration.show(options)),
    async add(addresses, options) {
      const named = addresses.map(parsePeered)
      const added = named.reduce<readonly PeeredPeer[]>(withAddresses, [])
      await change((peers) => added.reduce(withPeer, peers), options)
      for (const listener of listeners) listener()
      return [...new Set(named.map(({ peerId }) => peerId))]
    },
    async remove(peerIds, options) {
      const named = peerIds.map((peerId) => formatPeerId(parsePeerId(peerId)))
      await change((peers) => peers.filter(({ peerId }) => !named.includes(peerId)), options)
      return named
    },
    onAdd: (listener) => void listeners.push(listener),
  }
}

/** Adds a peer, or replaces the addresses of one that is there, as the reference does. */
function withPeer(peers: readonly PeeredPeer[], added: PeeredPeer): readonly PeeredPeer[] {
  if (!peers.some(({ peerId }) => peerId === added.peerId)) return [...peers, added]
  return peers.map((peer) => (peer.peerId === added.peerId ? added : peer))
}

/** Joins the addresses of one call for one peer. */
function withAddresses(
  peers: readonly PeeredPeer[],
  { peerId, addresses }: PeeredPeer,
): readonly PeeredPeer[] {
  const held = peers.find((peer) => peer.peerId === peerId)?.addresses ?? []
  return withPeer(peers, { peerId, addresses: [...new Set([...held, ...addresses])] })
}

/** Entries that the document holds in another form are left out. */
function peersOf(document: ConfigObject): readonly PeeredPeer[] {
  const peers = findValue(document, NAME)
  if (!Array.isArray(peers)) return []
  return peers.flatMap((peer) => {
    const { ID, Addrs } = Object(peer) as { ID?: unknown; Addrs?: unknown }
    if (typeof ID !== 'string') return []
    return [{ peerId: ID, addresses: Array.isArray(Addrs) ? Addrs.map(String) : [] }]
  })
}

function parsePeered(text: string): PeeredPeer {
  const parts = parseMultiaddr(text)
  const last = parts.at(-1)
  if ((last?.protocol !== 'p2p' && last?.protocol !== 'ipfs') || last.value === undefined) {
    throw new DomainError('invalid-argument', 'invalid p2p multiaddr')
  }
  const transport = parts.slice(0, -1)
  return {
    peerId: formatPeerId(parsePeerId(last.value)),
    addresses: transport.length === 0 ? [] : [formatMultiaddr(transport)],
  }
}
