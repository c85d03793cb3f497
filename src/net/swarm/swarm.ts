import type { AbortOptions } from '../../ports/abort.ts'

/** One open connection. */
export interface OpenConnection {
  readonly peerId: string
  /** Address of the peer, without its id. */
  readonly address: string
  readonly direction: 'inbound' | 'outbound'
  readonly muxer: string
  /** Round trip, or `undefined` if unmeasured. */
  readonly latencyMs: number | undefined
  /** Protocols of the open streams, sorted. */
  readonly protocols: readonly string[]
}

/** The connections of this node to its peers. */
export interface Swarm {
  /**
   * Connects to the peer of each address, which ends in `/p2p/<peer id>`. Resolves to the ids. Throws
   * `invalid-argument` for an address, and `unavailable` with the reference's text for a peer that cannot be reached.
   */
  connect(addresses: readonly string[], options?: AbortOptions): Promise<readonly string[]>
  /** The open connections, sorted by address. */
  connections(): readonly OpenConnection[]
}
