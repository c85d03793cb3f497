/** HTTP requests to other hosts for one purpose. */
export interface Outbound {
  /**
   * The reason why a URL must not be requested, worded to follow a colon. `undefined` when it may be. Check it
   * before each request.
   */
  refusal(url: URL): string | undefined
  /** True in a browser, where a target that permits no other origins looks like one that does not answer. */
  readonly isCrossOrigin?: true
  /** Sends a request without credentials. Rejects with the host's own error when there is no response. */
  fetch(request: Request): Promise<Response>
}

/**
 * Outbound requests by purpose. Each purpose has hosts of its own: a host that a caller may name, such as in an
 * audit, is not one that the owner trusts for another purpose. An absent purpose makes no requests.
 */
export interface OutboundPorts {
  /** Nodes whose ledgers a caller may audit. */
  readonly audit?: Outbound | undefined
  /** Gateways that provide the right bytes of corrupt blocks. */
  readonly healing?: Outbound | undefined
  /** Gateways that provide blocks which this node lacks. */
  readonly fetching?: Outbound | undefined
  /** Resolvers of domain names. */
  readonly dns?: Outbound | undefined
  /** Nodes that are asked for peers, providers and name records. */
  readonly routing?: Outbound | undefined
  /** Hosts of pictures that events name by URL. */
  readonly pictures?: Outbound | undefined
  /** Remote pinning services. The owner names each by `pin/remote/service/add`. */
  readonly pinning?: Outbound | undefined
  /** URLs whose content callers add as references. Absent where the urlstore is disabled. */
  readonly sources?: Outbound | undefined
}
