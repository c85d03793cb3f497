import type { PeerId as Libp2pPeerId } from '@libp2p/interface'
import { formatPeerId, type PeerId } from '../../codec/cid/peer-id.ts'
import type { Network, RunningPeer } from '../../net/network.ts'
import type { Router } from '../../net/routing/routing.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Datastore } from '../../ports/datastore.ts'
import type { Logger } from '../../ports/logger.ts'
import { mergeReady } from '../../streams/merge-ready.ts'
import type { Names } from '../names.ts'
import { nameOfKey, recordKey } from '../record/record-key.ts'
import { FETCH_PROTOCOL, fetchFromPeer, serveFetch } from './fetch-protocol.ts'
import { type FollowedNames, type FollowOptions, followNames } from './follow-names.ts'
import { createFollowedRows } from './followed-rows.ts'
import { keepSending } from './keep-sending.ts'
import { nameOfTopic, recordTopic } from './record-topic.ts'

export interface NamesByPubsubOptions extends Omit<FollowOptions, 'rows'> {
  readonly datastore: Pick<Datastore, 'range' | 'batch'>
  readonly network: Network
  readonly names: Pick<Names, 'find' | 'found' | 'own' | 'announce' | 'purge'>
  readonly clock: Clock
  readonly logger: Pick<Logger, 'log'>
}

export interface NamesByPubsub {
  readonly followed: FollowedNames
  /** The router that sends records in the topics of their names, and asks connected peers for records. */
  readonly router: Router
}

/** Most connected peers that are asked for a record. */
const MAX_ASKED = 8

/** Most questions to peers that have subscribed, at a time. Those of further ones are left out. */
const MAX_WELCOMES = 16

/** A record is sent again to new subscribers at most this often. */
const AGAIN_MS = 10_000

/** Names of which the time of sending is kept. It matters only for those that are followed, which are fewer. */
const MAX_SENT = 256

/** Sends and finds records of names among connected peers. Spec: IPNS over PubSub. */
export function createNamesByPubsub(options: NamesByPubsubOptions): NamesByPubsub {
  const { network, pubsub, names, clock, logger } = options
  const followed = followNames({ ...options, rows: createFollowedRows(options.datastore) })
  const sentMs = new Map<string, number>()
  let welcomes = 0

  const send = async (name: PeerId, record: Uint8Array, call: AbortOptions) => {
    await followed.follow(name, call)
    const text = formatPeerId(name)
    sentMs.delete(text)
    sentMs.set(text, clock.now())
    const [oldest] = sentMs.keys()
    if (sentMs.size > MAX_SENT && oldest !== undefined) sentMs.delete(oldest)
    await pubsub.publish(recordTopic(name), record, call)
  }
  const failed = (error: unknown) => {
    logger.log('debug', 'names', 'Cannot exchange records with a peer', { error: String(error) })
    return undefined
  }

  /** A new subscriber is asked for its record, and gets the one of this node, which it may have missed. */
  const welcome = async (name: PeerId, peerText: string) => {
    const running = network.running
    const peer = running?.libp2p.getPeers().find((connected) => connected.toString() === peerText)
    if (!running || !peer) return
    const theirs = await fetchFromPeer(running, { peer, key: recordKey(name), clock }).catch(failed)
    if (theirs) await followed.take(name, theirs)
    const record = await names.find(name)
    const isDue = clock.now() - (sentMs.get(formatPeerId(name)) ?? 0) >= AGAIN_MS
    if (record && isDue) await send(name, record.bytes, {})
  }
  pubsub.onSubscriber((topic, peer) => {
    const name = nameOfTopic(topic)
    if (!name || !followed.has(name) || welcomes >= MAX_WELCOMES) return
    welcomes += 1
    void welcome(name, peer)
      .catch(failed)
      .finally(() => {
        welcomes -= 1
      })
  })

  network.extend(async (peer) => {
    const ended = new AbortController()
    const find = async (key: Uint8Array, call: AbortOptions) => {
      const name = nameOfKey(key)
      return (name && (await names.find(name, call)))?.bytes
    }
    await serveFetch(peer, find, { clock, signal: ended.signal })
    // It waits for this peer to have started.
    followed.resume().catch(failed)
    void keepSending({ names, clock, logger, send, signal: ended.signal })
    return async () => {
      ended.abort()
      await peer.libp2p.unhandle(FETCH_PROTOCOL)
    }
  })

  return {
    followed,
    router: {
      name: 'pubsub',
      kind: 'peers',
      async *get(name, { signal }) {
        const peer = network.running
        if (!peer) return
        followed.follow(name, {}).catch(failed)
        const asked = (await fetchers(peer)).map((remote) =>
          answers(fetchFromPeer(peer, { peer: remote, key: recordKey(name), clock, signal }).catch(failed)),
        )
        yield* mergeReady(asked, { signal })
      },
      put: (name, record, call) => send(name, record, call),
    },
  }
}

/** Connected peers that answer questions, or of which that is not known yet. */
async function fetchers({ libp2p }: RunningPeer): Promise<readonly Libp2pPeerId[]> {
  const found: Libp2pPeerId[] = []
  for (const peer of libp2p.getPeers()) {
    const { protocols = [] } = (await libp2p.peerStore.get(peer).catch(() => undefined)) ?? {}
    if (protocols.length === 0 || protocols.includes(FETCH_PROTOCOL)) found.push(peer)
    if (found.length === MAX_ASKED) break
  }
  return found
}

async function* answers<T>(answer: Promise<T | undefined>): AsyncGenerator<T, void> {
  const value = await answer
  if (value !== undefined) yield value
}
