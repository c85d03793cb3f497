import type { PeerId } from '../../codec/cid/peer-id.ts'

/** A signed message of a topic. */
export interface TopicMessage {
  /** The author, who signed it. */
  readonly from: PeerId
  readonly data: Uint8Array
  /** Grows with each message of an author. 64 bits. */
  readonly sequence: bigint
  readonly topic: string
}

/**
 * What happens to a message: `accept` delivers and forwards it, `ignore` does neither. `reject` does neither, and
 * counts against the peer that sent it.
 */
export type Verdict = 'accept' | 'ignore' | 'reject'

/** Judges the messages of a topic that arrive from peers. Their signatures are already verified. */
export type ValidateMessage = (message: TopicMessage) => Verdict | Promise<Verdict>
