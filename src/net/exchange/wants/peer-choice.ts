import type { Clock } from '../../../ports/clock.ts'
import type { Question, WantPeer } from './want.ts'

/** Experience with each connected peer: how fast it answers, and whether it sends the blocks that it has announced. */
export interface PeerChoice {
  /** Peers from the best: those that answer now, by the time that one more block of them is likely to take. */
  ranked(peers: Iterable<WantPeer>): WantPeer[]
  best(peers: Iterable<WantPeer>): WantPeer | undefined
  /** A block of the peer is awaited, until the returned function is called. */
  asked(peer: WantPeer): () => void
  answered(question: Question): void
  /** The peer had a block. */
  gave(peer: WantPeer, sizeBytes: number): void
  stalled(peer: WantPeer): void
  /** True if the peer has sent no wanted block since it stalled. */
  isStalled(peer: WantPeer): boolean
  /** Expected size of the next block. */
  readonly expectedBytes: number
  forget(peer: WantPeer): void
}

interface Record {
  latencyMs: number
  awaited: number
  gaveMs: number
  stalledMs: number
}

/** Latency of a peer that has not answered yet. */
const UNKNOWN_MS = 100

/** Before any activity, also that of a peer that has sent nothing yet. */
const NEVER_MS = Number.NEGATIVE_INFINITY

/** Weight of a new measurement in an average. */
const NEWEST = 0.2

/** Size of the blocks of most files. */
const USUAL_BYTES = 256 * 1024

export function createPeerChoice(clock: Pick<Clock, 'now'>): PeerChoice {
  const records = new Map<string, Record>()
  let expectedBytes = USUAL_BYTES

  const recordOf = ({ id }: WantPeer): Record => {
    const record = records.get(id) ?? { latencyMs: UNKNOWN_MS, awaited: 0, gaveMs: -1, stalledMs: NEVER_MS }
    records.set(id, record)
    return record
  }
  const isStalled = (peer: WantPeer) => recordOf(peer).stalledMs >= recordOf(peer).gaveMs
  const costOf = (peer: WantPeer) => {
    const { latencyMs, awaited } = recordOf(peer)
    return (1 + awaited) * (1 + latencyMs)
  }
  const compare = (one: WantPeer, other: WantPeer) =>
    Number(isStalled(one)) - Number(isStalled(other)) ||
    costOf(one) - costOf(other) ||
    recordOf(other).gaveMs - recordOf(one).gaveMs
  const ranked = (peers: Iterable<WantPeer>) => [...peers].sort(compare)

  return {
    ranked,
    best: (peers) => ranked(peers)[0],
    asked(peer) {
      const record = recordOf(peer)
      record.awaited += 1
      return () => {
        record.awaited -= 1
      }
    },
    answered({ peer, askedMs }) {
      const record = recordOf(peer)
      record.latencyMs += NEWEST * (clock.now() - askedMs - record.latencyMs)
    },
    gave(peer, sizeBytes) {
      recordOf(peer).gaveMs = clock.now()
      expectedBytes += NEWEST * (sizeBytes - expectedBytes)
    },
    isStalled,
    stalled(peer) {
      recordOf(peer).stalledMs = clock.now()
    },
    get expectedBytes() {
      return expectedBytes
    },
    forget: ({ id }) => records.delete(id),
  }
}
