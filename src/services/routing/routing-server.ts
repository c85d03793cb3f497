import type { PublicBlocks } from '../../blocks/public.ts'
import { equalBytes } from '../../codec/bytes/bytes.ts'
import type { CID } from '../../codec/cid/cid.ts'
import type { PeerId } from '../../codec/cid/peer-id.ts'
import type { Identity } from '../../keys/identity.ts'
import type { Names } from '../../names/names.ts'
import { compareRecords } from '../../names/record/check-record.ts'
import type { NameRecord } from '../../names/record/name-record.ts'
import type { Network } from '../../net/network.ts'
import type { HostedRecords } from '../../net/routing/records/hosted-records.ts'
import type { RoutedPeer, Routing } from '../../net/routing/routing.ts'
import type { AbortOptions } from '../../ports/abort.ts'

export interface RoutingServerOptions {
  readonly identity: Pick<Identity, 'peerId'>
  readonly publicBlocks: PublicBlocks
  readonly names: Pick<Names, 'find'>
  readonly network: Network
  readonly routing: Routing
  readonly hostedRecords: HostedRecords
}

/** The answers of this node to others: its own content, and the records and providers that its peers know. */
export interface RoutingServer {
  findProviders(cid: CID, options: AbortOptions): AsyncIterable<RoutedPeer>
  findPeer(peerId: PeerId, options: AbortOptions): AsyncIterable<RoutedPeer>
  findRecord(name: PeerId, options: AbortOptions): Promise<NameRecord | undefined>
  /** Stores a record here and at peers. Throws the errors of {@link HostedRecords.put}. */
  storeRecord(name: PeerId, record: Uint8Array, options: AbortOptions): Promise<void>
}

/** The reference's limit for a search. */
const MAX_SEARCH_MS = 30_000

/** The record is stored here already, so the caller does not wait long for the peers. */
const MAX_STORE_MS = 5_000

const MAX_FOUND = 100

/** Delegated routers are not asked: two nodes that name each other would ask each other without end. */
const PEERS = { kind: 'peers' } as const

export function createRoutingServer({
  identity,
  publicBlocks,
  names,
  network,
  routing,
  hostedRecords,
}: RoutingServerOptions): RoutingServer {
  const isSelf = (peerId: PeerId) => equalBytes(peerId.bytes, identity.peerId.bytes)

  /** This node with the addresses at which it listens. `undefined` if it has no peers. */
  const self = async (options: AbortOptions): Promise<RoutedPeer | undefined> => {
    if (!network.isEnabled) return undefined
    const { libp2p } = await network.peer(options)
    const addresses = libp2p.getMultiaddrs().map((address) => String(address).replace(/\/p2p\/[^/]+$/, ''))
    return { peerId: identity.peerId, addresses, protocols: ['transport-bitswap'] }
  }

  return {
    async *findProviders(cid, { signal }) {
      const own = (await publicBlocks.has(cid, { signal })) ? await self({ signal }) : undefined
      if (own) yield own
      const search = { ...PEERS, maxMs: MAX_SEARCH_MS, limit: MAX_FOUND, signal }
      for await (const peer of routing.findProviders(cid, search)) if (!isSelf(peer.peerId)) yield peer
    },

    async *findPeer(peerId, { signal }) {
      const peer = isSelf(peerId)
        ? await self({ signal })
        : await routing.findPeer(peerId, { ...PEERS, maxMs: MAX_SEARCH_MS, signal })
      if (peer) yield peer
    },

    async findRecord(name, { signal }) {
      let best = await names.find(name, { signal })
      for await (const record of routing.get(name, { ...PEERS, maxMs: MAX_SEARCH_MS, signal })) {
        if (!best || compareRecords(record, best) > 0) best = record
      }
      return best
    },

    async storeRecord(name, record, { signal }) {
      await hostedRecords.put(name, record, { signal })
      const stored = routing.put(name, record, { ...PEERS, maxMs: MAX_STORE_MS, signal })
      // It is stored here, where others can find it, even if no peer has taken it.
      await stored.catch(() => signal?.throwIfAborted())
    },
  }
}
