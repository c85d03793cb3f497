import type { PeerId } from '../../codec/cid/peer-id.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { PeerResources } from './peer-resources.ts'

/** One open connection. */
export interface OpenConnection {
  readonly peerId: string
  /** Address of the peer, without its id. Only the IP address for a peer whose port is unknown. */
  readonly address: string
  readonly direction: 'inbound' | 'outbound'
  /** Round trip in milliseconds. `undefined` if unmeasured. */
  readonly latencyMs: number | undefined
  /** Protocols of the open streams, sorted. */
  readonly protocols: readonly string[]
}

/** The description that a peer has sent of itself. Unknown texts are empty. */
export interface KnownPeer {
  readonly peerId: PeerId
  /** libp2p's `PublicKey` message. `undefined` if unknown. */
  readonly publicKey: Uint8Array | undefined
  /** Without the peer id, sorted. */
  readonly addresses: readonly string[]
  readonly agentVersion: string
  readonly protocolVersion: string
  /** Sorted. */
  readonly protocols: readonly string[]
}

/** The end of the connections to one address. */
export interface Disconnected {
  readonly peerId: string
  /** The reference's reason. Absent after success. */
  readonly failure?: string
}

/** A step of {@link Swarm.ping}. */
export type PingStep =
  | { readonly type: 'lookup' | 'begin'; readonly peerId: string }
  | { readonly type: 'pong'; readonly latencyMs: number }
  | { readonly type: 'error'; readonly reason: string }
  | { readonly type: 'average'; readonly latencyMs: number }

export interface ConnectOptions extends AbortOptions {
  /** True for addresses that neither the owner nor a caller named, which are not permitted first. Default: false. */
  readonly isReported?: boolean
}

export interface PingOptions extends AbortOptions {
  /** How often to ask, once a second. */
  readonly count: number
}

/** The connections of this node to its peers. */
export interface Swarm {
  /**
   * Connects to the peer of each address, which ends in `/p2p/<peer id>`, and is only that for a peer with known
   * addresses. Resolves to the ids. Throws `invalid-argument` for an address, and `unavailable` with the reference's
   * text for a peer that cannot be reached.
   */
  connect(addresses: readonly string[], options?: ConnectOptions): Promise<readonly string[]>
  /**
   * Closes the connections to addresses, or all connections to a peer that is given as `/p2p/<peer id>`. Throws
   * `invalid-argument`.
   */
  disconnect(addresses: readonly string[], options?: AbortOptions): Promise<readonly Disconnected[]>
  /** The open connections, sorted by address. */
  connections(): readonly OpenConnection[]
  /** Descriptions that connected peers have sent of themselves, by peer id. Sends nothing. */
  knownPeers(options?: AbortOptions): Promise<ReadonlyMap<string, KnownPeer>>
  /** Connections and streams, and their limits. */
  resources(options?: AbortOptions): Promise<PeerResources>
  /** All known addresses of peers, without their ids, by peer id. This node is among them. */
  knownAddresses(options?: AbortOptions): Promise<Readonly<Record<string, readonly string[]>>>
  /** The addresses on which this node listens, sorted. */
  listenAddresses(options?: AbortOptions): Promise<readonly string[]>
  /**
   * Connects to a peer and waits until it has identified itself. Throws `unavailable`. With `isOffline` it sends
   * nothing, and tells what is known.
   */
  identify(peerId: PeerId, options?: AbortOptions & { readonly isOffline?: boolean }): Promise<KnownPeer>
  /**
   * Asks a peer, given by its id or by an address that ends in it, for a sign of life. Throws `invalid-argument` for
   * the peer, for this node itself and for a count below 1, and `unavailable`, all with the reference's texts.
   */
  ping(peer: string, options: PingOptions): AsyncIterable<PingStep>
}
