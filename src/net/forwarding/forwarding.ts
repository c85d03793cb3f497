import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { SocketConnection } from '../../ports/socket-targets.ts'
import type { ForwardedStream } from './stream-registry.ts'

/** A protocol of this node with its target, or a path of this node with its peer. */
export interface ForwardingListener {
  readonly protocol: string
  /** Multiaddr: `/p2p/<own id>`, or the WebSocket path. */
  readonly listenAddress: string
  /** Multiaddr: the target, or `/p2p/<id of the peer>`. */
  readonly targetAddress: string
}

interface ProtocolOptions extends AbortOptions {
  readonly protocol: string
  readonly targetAddress: string
  /** Permits names outside `/x/`. */
  readonly allowsAnyProtocol: boolean
}

export interface ListenOptions extends ProtocolOptions {
  /** Sends the id of the peer and a line feed to the target first. */
  readonly reportsPeerId: boolean
}

export interface ForwardOptions extends ProtocolOptions {
  readonly listenAddress: string
}

/** Addresses match in any spelling. */
export interface CloseOptions extends AbortOptions {
  readonly isAll: boolean
  readonly protocol?: string | undefined
  readonly listenAddress?: string | undefined
  readonly targetAddress?: string | undefined
}

export interface CloseStreamOptions extends AbortOptions {
  readonly isAll: boolean
  readonly id?: string | undefined
}

/** A local client of a peer's service. */
export interface TunnelClient {
  readonly socket: SocketConnection
  /** Multiaddr of the client. */
  readonly originAddress: string
}

/**
 * Services of peers that this node offers locally, and local services that it offers to peers. Every method throws
 * `failed-precondition` with the reference's text while the owner does not permit forwarding. Open connections are dropped
 * when the owner no longer does.
 */
export interface Forwarding {
  /**
   * Connects each stream that a peer opens for a protocol to a target. Starts the peer of this node. Throws
   * `invalid-argument` and `already-exists` with the reference's texts, `forbidden` for a target that the owner has not
   * allowed, and `unsupported` for one that this host cannot connect.
   */
  listen(options: ListenOptions): Promise<void>
  /**
   * Connects each WebSocket of a path at this node to a protocol of a peer. Throws `invalid-argument` and
   * `already-exists` with the reference's texts, and `unsupported` for another place than a WebSocket path.
   */
  forward(options: ForwardOptions): Promise<void>
  listeners(options?: AbortOptions): Promise<readonly ForwardingListener[]>
  /**
   * Closes the listeners that match all given values, or all listeners. Resolves to their number. Their open
   * connections continue. Throws `invalid-argument` with the reference's texts.
   */
  close(options: CloseOptions): Promise<number>
  streams(options?: AbortOptions): Promise<readonly ForwardedStream[]>
  /**
   * Drops the connection with a number, as a decimal text, or all of them. Does nothing if it does not exist. Throws
   * `invalid-argument` with the reference's texts.
   */
  closeStream(options: CloseStreamOptions): Promise<void>
  /** Throws `not-found` for an unregistered path, and `unavailable` when no more connections are permitted. */
  assertTunnel(name: string, options?: AbortOptions): Promise<void>
  /**
   * Connects a client of the WebSocket path `/tunnels/<name>` with its peer, after {@link assertTunnel}. Resolves when the
   * connection is over. Throws its errors, and `unavailable` for a peer that cannot be reached.
   */
  tunnel(name: string, client: TunnelClient): Promise<void>
}

/** The reference's error for a protocol or path that is in use. */
export function registered(): DomainError {
  return new DomainError('already-exists', 'listener already registered')
}
