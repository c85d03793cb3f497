import type { Connection, Stream } from '@libp2p/interface'
import type { PeerComponents } from './network.ts'
import type { Traffic, Transferred } from './traffic.ts'

/** Maximum number of peers and protocols whose traffic is counted. The oldest is dropped first. */
const MAX_PEERS = 1_000
const MAX_PROTOCOLS = 256

interface Counter {
  in: number
  out: number
}

/** Counts the streams of each peer that starts. */
export function createTraffic() {
  const total: Counter = { in: 0, out: 0 }
  const peers = new Map<string, Counter>()
  const protocols = new Map<string, Counter>()

  const count = (stream: Stream, { remotePeer }: Connection) => {
    const counters = [
      total,
      counterOf(peers, remotePeer.toString(), MAX_PEERS),
      counterOf(protocols, stream.protocol, MAX_PROTOCOLS),
    ]
    // An own listener would take bytes from the handler that comes later, so the methods are wrapped.
    const counted = stream as Stream & { onData?: (data: { readonly byteLength: number }) => void }
    const send = counted.send.bind(counted)
    const receive = counted.onData?.bind(counted)
    counted.send = (data) => {
      for (const counter of counters) counter.out += data.byteLength
      return send(data)
    }
    if (!receive) return
    for (const counter of counters) counter.in += counted.readBufferLength
    counted.onData = (data) => {
      for (const counter of counters) counter.in += data.byteLength
      receive(data)
    }
  }

  return {
    total: () => ({ ...total }),
    ofPeer: (peerId: string) => ({ ...ZERO, ...peers.get(peerId) }),
    ofProtocol: (protocol: string) => ({ ...ZERO, ...protocols.get(protocol) }),
    /** Counts all streams of a peer that has not opened any. */
    watch({ registrar }: Pick<PeerComponents, 'registrar'>) {
      const middlewareOf = registrar.getMiddleware.bind(registrar)
      registrar.getMiddleware = (protocol) => [
        (stream, connection, next) => {
          count(stream, connection)
          next(stream, connection)
        },
        ...middlewareOf(protocol),
      ]
    },
  } satisfies Traffic & { watch(components: Pick<PeerComponents, 'registrar'>): void }
}

const ZERO: Transferred = { in: 0, out: 0 }

function counterOf(counters: Map<string, Counter>, name: string, limit: number): Counter {
  const known = counters.get(name)
  if (known) return known
  const [oldest] = counters.keys()
  if (counters.size >= limit && oldest !== undefined) counters.delete(oldest)
  const counter = { in: 0, out: 0 }
  counters.set(name, counter)
  return counter
}
