import type { Libp2p, PeerId } from '@libp2p/interface'
import { MAX_IDLE_PEERS, MAX_PEER_BYTES, MAX_PEERS_BYTES } from './limits.ts'

/** A key of libp2p's datastore, such as `/peers/<CID of the peer id>`. */
interface Key {
  toString(): string
}

interface Pair {
  readonly key: Key
  readonly value: Uint8Array
}

interface Query {
  readonly prefix?: string
  readonly filters?: readonly ((pair: Pair) => boolean)[]
  readonly orders?: readonly ((a: Pair, b: Pair) => -1 | 0 | 1)[]
}

/** The data that libp2p stores about peers, in memory. */
export interface PeerDatastore {
  get(key: Key): Promise<Uint8Array>
  has(key: Key): Promise<boolean>
  put(key: Key, value: Uint8Array): Promise<Key>
  delete(key: Key): Promise<void>
  query(query: Query): AsyncIterable<Pair>
  /** Keeps the peers to which there is a connection, from now on. */
  watch(libp2p: Pick<Libp2p, 'peerId' | 'addEventListener'>): void
}

export interface PeerBounds {
  readonly maxPeers?: number
  readonly maxBytes?: number
  readonly maxPeerBytes?: number
}

/**
 * The storage of libp2p's peer store, within bounds: what was written longest ago makes room, unless it is of a connected
 * peer. The data of a peer that sends too much is left unchanged.
 */
export function createPeerDatastore({
  maxPeers = MAX_IDLE_PEERS,
  maxBytes = MAX_PEERS_BYTES,
  maxPeerBytes = MAX_PEER_BYTES,
}: PeerBounds = {}): PeerDatastore {
  const rows = new Map<string, Pair>()
  const connected = new Set<string>()
  let heldBytes = 0

  const remove = (text: string) => {
    heldBytes -= rows.get(text)?.value.byteLength ?? 0
    rows.delete(text)
  }
  const makeRoom = () => {
    for (const text of rows.keys()) {
      if (rows.size - connected.size <= maxPeers && heldBytes <= maxBytes) return
      if (!connected.has(text)) remove(text)
    }
  }
  return {
    async get(key) {
      const row = rows.get(key.toString())
      if (row) return row.value
      throw new AbsentError()
    },
    has: async (key) => rows.has(key.toString()),
    async put(key, value) {
      if (value.byteLength > maxPeerBytes) return key
      const text = key.toString()
      remove(text)
      rows.set(text, { key, value })
      heldBytes += value.byteLength
      makeRoom()
      return key
    },
    delete: async (key) => remove(key.toString()),
    async *query({ prefix = '', filters = [], orders = [] }) {
      const found = [...rows.entries()].flatMap(([text, row]) => (text.startsWith(prefix) ? [row] : []))
      const chosen = found.filter((row) => filters.every((isChosen) => isChosen(row)))
      yield* orders.reduce((all, order) => all.toSorted(order), chosen)
    },
    watch(libp2p) {
      connected.add(keyOfPeer(libp2p.peerId))
      libp2p.addEventListener('peer:connect', ({ detail }) => void connected.add(keyOfPeer(detail)))
      libp2p.addEventListener('peer:disconnect', ({ detail }) => {
        connected.delete(keyOfPeer(detail))
        makeRoom()
      })
    },
  }
}

function keyOfPeer(peerId: PeerId): string {
  return `/peers/${peerId.toCID()}`
}

/** libp2p knows an absent value by this name. */
class AbsentError extends Error {
  override readonly name = 'NotFoundError'
}
