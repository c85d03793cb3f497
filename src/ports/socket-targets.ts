import type { AbortOptions } from './abort.ts'

/** An open connection of bytes in both directions, such as a TCP socket. */
export interface SocketConnection {
  /** Ends when the other side sends no more. */
  readonly readable: ReadableStream<Uint8Array>
  /** Closing it signals the end of the data to the other side, where the protocol can. */
  readonly writable: WritableStream<Uint8Array>
  /** Drops the connection with all that is under way. */
  abort(): void
}

/** Services to which a peer's streams may be forwarded. */
export interface SocketTargets {
  /**
   * The reason why a target must not be connected, worded to follow a colon; `undefined` when it may be. Check it
   * before each connection. Schemes: `tcp`, `tls`, `ws` and `wss`.
   */
  refusal(target: URL): string | undefined
  /** Rejects with the host's own error when the target does not answer. */
  connect(target: URL, options: AbortOptions): Promise<SocketConnection>
}
