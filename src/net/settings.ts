/** What the owner of a host permits its peer. */
export interface NetworkSettings {
  /**
   * True where the peer dials an address in a private network only if the owner or a caller named it, and not if
   * another peer told it. False on a node of this machine, whose peers have no other addresses.
   */
  readonly isPublicOnly: boolean
  /** True where other peers may reach each other through this one, within limits. */
  readonly isRelay: boolean
  /**
   * Ids of the peers that may reserve a relayed address. All if absent. Holders of tokens for the relay, and pages of
   * this node's own origin, always may.
   */
  readonly relayPeers?: readonly string[] | undefined
}
