import type { QueryEvent } from '@libp2p/kad-dht'
import { equalBytes } from '../../../codec/bytes/bytes.ts'
import type { PeerId } from '../../../codec/cid/peer-id.ts'
import { DomainError, isDomainError } from '../../../errors.ts'
import { recordKey } from '../../../names/record/record-key.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Router, RouterCall } from '../routing.ts'
import type { Dht } from './dht.ts'
import { routedPeer, routingStep } from './routing-steps.ts'

/** A DHT as a router. It starts at the first call. */
export function dhtRouter(dht: Dht): Router {
  return {
    name: dht.protocol,
    kind: 'peers',
    async *findProviders(cid, call) {
      for await (const event of steps((await dht.start()).findProviders(cid, ends(call)), call)) {
        if (event.name === 'PROVIDER') yield* event.providers.map(routedPeer)
      }
    },
    async *findPeer(peerId, call) {
      const { peerIdFromMultihash } = await import('@libp2p/peer-id')
      const started = await dht.start()
      for await (const event of steps(started.findPeer(peerIdFromMultihash(peerId), ends(call)), call)) {
        if (event.name === 'FINAL_PEER') yield routedPeer(event.peer)
        if (event.name !== 'PEER_RESPONSE') continue
        const found = event.closer.find(({ id }) => equalBytes(id.toMultihash().bytes, peerId.bytes))
        if (found) yield routedPeer(found)
      }
    },
    async *get(name, call) {
      for await (const event of steps((await dht.start()).get(recordKey(name), ends(call)), call)) {
        if (event.name === 'VALUE') yield event.value
      }
    },
    provide: async (cid, call) => reportSteps(dht, (await dht.start()).provide(cid, ends(call)), call),
    put: async (name, record, call) =>
      reportSteps(dht, (await dht.start()).put(recordKey(name), record, ends(call)), call),
  }
}

/** A peer that has connected is in the table within this time, if it serves the DHT. */
const SETTLING_MS = 2_000

/** How often the routing table is checked meanwhile. */
const CHECK_INTERVAL_MS = 20

interface ClosestPeersCall extends RouterCall {
  readonly clock: Pick<Clock, 'now' | 'sleep'>
}

/**
 * The peers of a DHT that are closest to an id. While the table is empty, waits until the peers that were connected when
 * the call began have had their time, two seconds at most.
 */
export async function* closestPeers(
  dht: Dht,
  peerId: PeerId,
  { clock, ...call }: ClosestPeersCall,
): AsyncGenerator<PeerId, void> {
  const started = await dht.start()
  const newestMs = Math.max(0, ...dht.peer.libp2p.getConnections().map(({ timeline }) => timeline.open))
  const untilMs = Math.min(clock.now(), newestMs) + SETTLING_MS
  while (started.routingTable.size === 0 && clock.now() < untilMs) {
    await clock.sleep(CHECK_INTERVAL_MS, ends(call))
  }
  for await (const event of steps(started.getClosestPeers(peerId.bytes, ends(call)), call)) {
    if (event.name === 'FINAL_PEER') yield event.peer.id.toMultihash()
  }
}

const ends = ({ signal }: RouterCall) => (signal ? { signal } : {})

/** The events of a query, each reported as a step. A query that finds nothing just ends. */
async function* steps(
  events: AsyncIterable<QueryEvent>,
  { onStep, signal }: RouterCall,
): AsyncGenerator<QueryEvent, void> {
  try {
    for await (const event of events) {
      const step = routingStep(event)
      if (step) onStep?.(step)
      yield event
    }
  } catch (cause) {
    signal?.throwIfAborted()
    if (isDomainError(cause)) throw cause
    if (cause instanceof Error && cause.name === 'NotFoundError') return
    throw new DomainError('unavailable', 'Cannot ask DHT: the query failed', { cause })
  }
}

/** A server stores at itself, where other peers find it, even if there is no other peer. */
async function reportSteps(
  { isServer }: Dht,
  events: AsyncIterable<QueryEvent>,
  call: RouterCall,
): Promise<void> {
  let stored = 0
  for await (const event of steps(events, call)) {
    const isStored =
      event.name === 'PEER_RESPONSE' && ['ADD_PROVIDER', 'PUT_VALUE'].includes(event.messageName)
    if (isStored) stored += 1
  }
  if (stored > 0 || isServer) return
  throw new DomainError('unavailable', 'Cannot store in DHT: no peer of it has answered')
}
