import type { Connection, IdentifyResult, Libp2p, PeerId, Stream } from '@libp2p/interface'
import { createByteBudget } from '../../blocks/byte-budget.ts'
import type { PublicBlocks } from '../../blocks/public.ts'
import { cidOfBlockKey, MAX_CID_BYTES } from '../../codec/cid/cid.ts'
import { blockKeyByPrefix, V0_PREFIX } from '../../codec/cid/cid-prefix.ts'
import type { Blockstore } from '../../ports/blockstore.ts'
import type { Clock } from '../../ports/clock.ts'
import { hasPeers } from '../has-peers.ts'
import type { Network, RunningPeer } from '../network.ts'
import type { Routing } from '../routing/routing.ts'
import type { Exchange } from './exchange.ts'
import { createExchangePeer, type ExchangePeer } from './peers/exchange-peer.ts'
import { createLedgers } from './peers/ledger.ts'
import { receiveMessages } from './peers/receive.ts'
import { createReceiveLimits } from './peers/receive-limit.ts'
import { createTotals } from './totals.ts'
import { connectProviders } from './wants/connect-providers.ts'
import { createWants } from './wants/create-wants.ts'
import type { WantsOptions } from './wants/wants.ts'
import { type BitswapMessage, PROTOCOLS, type WireBlock } from './wire/message.ts'

export interface ExchangeOptions extends Pick<WantsOptions, 'stallMs' | 'limitMs'> {
  readonly network: Network
  /** Reads the blocks that peers may have. */
  readonly publicBlocks: PublicBlocks
  /** Tells whether a received block was here already, and how large blocks are that peers want. */
  readonly blockstore: Pick<Blockstore, 'has' | 'stat'>
  readonly clock: Clock
  /** Finds peers that have announced a block. */
  readonly routing: Pick<Routing, 'findProviders' | 'findPeer' | 'can'>
}

/** Open inbound streams for each connection: the reference opens one for each message, several at a time. */
const MAX_INBOUND_STREAMS = 64
const MAX_OUTBOUND_STREAMS = 8

/** Bytes of received messages in memory: for one peer, and for all. */
const MAX_RECEIVED_OF_PEER = 16 * 1024 * 1024
const MAX_RECEIVED = 48 * 1024 * 1024

/** After a wanted block, the time in which the next one is expected. */
const RECEIVING_MS = 1_000

/**
 * Bytes of blocks that are loaded for all peers together, 15 loads, of which each may be one block of 2 MiB instead.
 * Peers that do not take theirs hold them for 10 seconds.
 */
const MAX_LOADED_BYTES = 8 * 1024 * 1024

/** Memory for wants of peers that have more than 1,024 usual ones, for all of these peers together. */
const MAX_EXTRA_WANT_BYTES = 16 * 1024 * 1024

export function createExchange(options: ExchangeOptions): Exchange {
  const { network, publicBlocks, blockstore, clock, routing } = options
  const peers = new Map<string, ExchangePeer>()
  const ledgers = createLedgers()
  const totals = createTotals()
  const received = createReceiveLimits({ maxBytes: MAX_RECEIVED, maxPeerBytes: MAX_RECEIVED_OF_PEER })
  let lastWantedMs = Number.NEGATIVE_INFINITY
  const loadBudget = createByteBudget(MAX_LOADED_BYTES)
  const wantBudget = createByteBudget(MAX_EXTRA_WANT_BYTES)
  const wants = createWants({
    ...options,
    peers: () => peers.values(),
    findProviders: (cid, call) => connectProviders(cid, { network, routing, clock, ...call }),
  })

  const leave = (id: string) => {
    const peer = peers.get(id)
    if (!peer) return
    peers.delete(id)
    peer.outbox.close()
    peer.served.close()
    wants.onLeave(peer)
  }
  /** The peer of a connection, which participates until it fails or disconnects. */
  const join = ({ libp2p }: RunningPeer, { remotePeer }: Connection): ExchangePeer => {
    const id = remotePeer.toString()
    const known = peers.get(id)
    if (known) return known
    const peer = createExchangePeer(id, {
      openStream: async (signal) => {
        const [open] = connectionsFor(libp2p, remotePeer)
        if (!open) throw new Error('The peer has no connection for blocks')
        return open.newStream([...PROTOCOLS], { signal, maxOutboundStreams: MAX_OUTBOUND_STREAMS })
      },
      clock,
      blocks: publicBlocks,
      blockstore,
      loadBudget,
      wantBudget,
      limit: received.ofPeer(),
      onSent: ({ blocks }) => {
        for (const { data } of blocks) {
          totals.sent(data.byteLength)
          ledgers.sent(id, data.byteLength)
        }
      },
      onFail: () => leave(id),
    })
    peers.set(id, peer)
    wants.onConnect(peer)
    return peer
  }

  const takeBlock = async (peer: ExchangePeer, { prefix = V0_PREFIX, data }: WireBlock) => {
    totals.received(data.byteLength)
    ledgers.received(peer.id, data.byteLength)
    const key = await blockKeyByPrefix(prefix, data)
    const arrival = key === undefined ? 'unknown' : wants.onBlock(peer, key, compact(data))
    if (arrival === 'wanted') {
      lastWantedMs = clock.now()
      peer.touch(lastWantedMs)
    }
    if (arrival === 'wanted' || arrival === 'late') return
    const isHere = key !== undefined && (arrival === 'repeated' || (await blockstore.has(cidOfBlockKey(key))))
    if (isHere) totals.duplicate(data.byteLength)
    else wants.onUnwanted(peer)
  }
  const takeMessage = async (peer: ExchangePeer, message: BitswapMessage) => {
    totals.message()
    for (const block of message.blocks) await takeBlock(peer, block)
    for (const { cid, isHeld } of message.presences) wants.onPresence(peer, cid, isHeld)
    if (message.wants.length > 0 || message.isFull) {
      peer.served.take(message.wants, message.isFull)
      peer.outbox.serve()
    }
  }
  const accept = (running: RunningPeer) => (stream: Stream, connection: Connection) => {
    if (connection.status !== 'open') return
    const peer = join(running, connection)
    receiveMessages(stream, {
      limit: peer.limit,
      clock,
      onPart: () => peer.touch(clock.now()),
      onMessage: (message) => takeMessage(peer, message),
      onLoss: () => peer.outbox.repeat(),
    })
  }

  network.extend(async (running) => {
    const { libp2p } = running
    await libp2p.handle([...PROTOCOLS], accept(running), {
      maxInboundStreams: MAX_INBOUND_STREAMS,
      maxOutboundStreams: MAX_OUTBOUND_STREAMS,
    })
    const onOpen = ({ detail }: CustomEvent<Connection>) => {
      // One that the peer has already left is reported too, but its end never is.
      if (detail.limits || detail.status !== 'open') return
      const { outbox } = join(running, detail)
      if (connectionsFor(libp2p, detail.remotePeer).length > 1) outbox.renew()
    }
    // A peer that was dropped because it had no handler for blocks may have one now.
    const onIdentify = ({ detail: { protocols, connection } }: CustomEvent<IdentifyResult>) => {
      if (connection.limits || connection.status !== 'open') return
      if (PROTOCOLS.some((protocol) => protocols.includes(protocol))) join(running, connection)
    }
    const onDisconnect = ({ detail }: { readonly detail: { toString(): string } }) => {
      leave(detail.toString())
    }
    libp2p.addEventListener('connection:open', onOpen)
    libp2p.addEventListener('peer:identify', onIdentify)
    libp2p.addEventListener('peer:disconnect', onDisconnect)
    return async () => {
      libp2p.removeEventListener('connection:open', onOpen)
      libp2p.removeEventListener('peer:identify', onIdentify)
      libp2p.removeEventListener('peer:disconnect', onDisconnect)
      await libp2p.unhandle([...PROTOCOLS])
      for (const id of [...peers.keys()]) leave(id)
    }
  })

  return {
    get isReceiving() {
      return clock.now() - lastWantedMs < RECEIVING_MS
    },
    get isReachable() {
      if (!network.isEnabled) return false
      // Routers of peers need a peer themselves. Delegated ones find those for which it starts.
      return hasPeers(network) || routing.can('findProviders', { kind: 'delegated' })
    },
    open() {
      const useful = new Set<string>()
      return {
        async get(cid, { signal }) {
          // A peer would refuse the whole message, with all other wants in it.
          if (cid.byteLength > MAX_CID_BYTES) return undefined
          return wants.get(cid, { call: useful, signal })
        },
      }
    },
    statistics: () => ({ ...totals.read(), peers: [...peers.keys()].sort(), wants: wants.list() }),
    wantlist: wants.list,
    wantlistOf: (id) => peers.get(id)?.served.list() ?? [],
    ledger: ledgers.totals,
    offer(cids) {
      for (const { served, outbox } of peers.values()) {
        const isWanted = cids.map((cid) => served.retry(cid)).includes(true)
        if (isWanted) outbox.serve()
      }
    },
  }
}

/**
 * The connections to a peer on which blocks may be sent, the newest first. A browser that leaves and connects again may
 * leave a dead one, which lasts until its timeout.
 */
function connectionsFor(libp2p: Pick<Libp2p, 'getConnections'>, peer: PeerId): readonly Connection[] {
  return libp2p
    .getConnections(peer)
    .filter(({ status, limits }) => status === 'open' && !limits)
    .toSorted((one, other) => other.timeline.open - one.timeline.open)
}

/** A view of a much larger message would keep all of it in memory. */
function compact(bytes: Uint8Array): Uint8Array {
  return 2 * bytes.byteLength < bytes.buffer.byteLength ? bytes.slice() : bytes
}
