import { type PeerInfo, start, stop } from '@libp2p/interface'
import {
  Record as DhtRecord,
  type KadDHT,
  kadDHT,
  passthroughMapper,
  removePrivateAddressesMapper,
} from '@libp2p/kad-dht'
import { DomainError } from '../../../errors.ts'
import { checkRecord, compareRecords } from '../../../names/record/check-record.ts'
import { decodeNameRecord } from '../../../names/record/name-record.ts'
import { nameOfKey } from '../../../names/record/record-key.ts'
import type { Clock } from '../../../ports/clock.ts'
import { withTimeLimit } from '../../../streams/with-time-limit.ts'
import type { RunningPeer } from '../../network.ts'
import type { BoundedRows } from '../records/bounded-rows.ts'
import type { HostedRecords } from '../records/hosted-records.ts'
import { type DhtDatastoreOptions, dhtDatastore } from './dht-datastore.ts'
import { type PRIVATE_PROTOCOL, PUBLIC_PROTOCOL } from './protocols.ts'
import { acceptMultihashes, type MessageHandlers } from './provider-messages.ts'

export interface StartDhtOptions {
  readonly peer: RunningPeer
  readonly protocol: typeof PUBLIC_PROTOCOL | typeof PRIVATE_PROTOCOL
  /** True to answer queries and to store records of others. */
  readonly isServer: boolean
  readonly hostedRecords: HostedRecords
  readonly providers: BoundedRows
  /** True for a block that this node shows to others. */
  readonly provides: DhtDatastoreOptions['provides']
  readonly clock: Pick<Clock, 'now' | 'sleep'>
}

type Libp2pPeerId = RunningPeer['libp2p']['peerId']

export interface StartedDht extends KadDHT {
  readonly rpc: { readonly handlers: MessageHandlers }
  addEventListener(type: 'peer', listener: (event: CustomEvent<PeerInfo>) => void): void
  readonly routingTable: {
    readonly size: number
    /** `kadId` is the SHA-256 digest of the id, by which the table is ordered. */
    readonly kb: { toIterable(): Iterable<{ readonly peerId: Libp2pPeerId; readonly kadId: Uint8Array }> }
    add(peerId: Libp2pPeerId, options?: { signal?: AbortSignal }): Promise<void>
  }
}

/** More inbound streams of one peer are refused: each is a query, and a peer waits for its answers. */
const MAX_INBOUND_STREAMS = 32
const MAX_OUTBOUND_STREAMS = 64

/** Longer than the node runs: providers are announced again, and removed, by this node's own code. */
const NEVER_MS = 2 ** 31 - 1

/** Peers that are connected already are asked whether they answer before they enter the table. */
const MAX_CONTACT_MS = 3_000

/** Starts a Kademlia DHT of a running peer, with the peers that are connected already in its table. */
export async function startDht(options: StartDhtOptions): Promise<StartedDht> {
  const { peer, protocol, isServer, clock } = options
  const create = kadDHT({
    protocol,
    clientMode: !isServer,
    // Peers of a private network may have addresses of any kind.
    peerInfoMapper: protocol === PUBLIC_PROTOCOL ? removePrivateAddressesMapper : passthroughMapper,
    // Without peers a search ends at once.
    allowQueryWithZeroPeers: true,
    maxInboundStreams: MAX_INBOUND_STREAMS,
    maxOutboundStreams: MAX_OUTBOUND_STREAMS,
    reprovide: { interval: NEVER_MS },
    validators: {
      async ipns(key, value) {
        const name = nameOfKey(key)
        if (!name) throw new DomainError('corrupt', 'record has no name')
        await checkRecord(decodeNameRecord(value), { name, nowMs: clock.now() })
      },
    },
    selectors: { ipns: (_, values) => newestOf(values) },
  })
  const ownId = peer.libp2p.peerId.toString()
  const datastore = dhtDatastore({ ...options, ownId, Record: DhtRecord })
  const components = Object.create(peer.components, { datastore: { value: datastore } })
  const dht = create(components) as unknown as StartedDht
  acceptMultihashes(dht.rpc.handlers)
  keepAddresses(dht, peer)
  await start(dht)
  await addConnectedPeers(dht, options)
  return dht
}

/** Ends all queries of a DHT. */
export async function stopDht(dht: StartedDht): Promise<void> {
  await stop(dht)
}

/** The position of the newest record. All of them are valid. */
function newestOf(values: readonly Uint8Array[]): number {
  const records = values.map((value) => decodeNameRecord(value))
  return records.reduce((best, record, at) => {
    const held = records[best]
    return held && compareRecords(record, held) > 0 ? at : best
  }, 0)
}

/**
 * Keeps the addresses of the peers that answers name, so that a query can dial them. libp2p does so by itself only for
 * services that it has created.
 */
function keepAddresses(dht: StartedDht, { libp2p: { peerId, peerStore } }: RunningPeer): void {
  dht.addEventListener('peer', ({ detail: { id, multiaddrs } }) => {
    if (multiaddrs.length === 0 || peerId.equals(id)) return
    // A peer whose addresses cannot be kept is not dialled.
    peerStore.merge(id, { multiaddrs }).catch(() => undefined)
  })
}

/** The package notices only peers that are identified after its start. */
async function addConnectedPeers(
  dht: StartedDht,
  { peer: { libp2p }, protocol, clock }: Pick<StartDhtOptions, 'peer' | 'protocol' | 'clock'>,
): Promise<void> {
  const late = new AbortController()
  const add = async (peerId: Libp2pPeerId) => {
    const { protocols } = await libp2p.peerStore.get(peerId)
    if (protocols.includes(protocol)) await dht.routingTable.add(peerId, { signal: late.signal })
  }
  // A peer that has gone or does not answer is not needed.
  const added = () => Promise.allSettled(libp2p.getPeers().map(add))
  await withTimeLimit(added, { clock, late, maxMs: MAX_CONTACT_MS })
}
