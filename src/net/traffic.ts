/** Bytes in the streams of peers, without what encryption and multiplexing add. */
export interface Transferred {
  readonly in: number
  readonly out: number
}

/** The traffic since the node started. Zeros for an unknown peer or protocol. */
export interface Traffic {
  total(): Transferred
  ofPeer(peerId: string): Transferred
  ofProtocol(protocol: string): Transferred
}
