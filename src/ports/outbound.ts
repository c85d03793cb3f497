/** Others, over HTTP, for one purpose. */
export interface Outbound {
  /** Why an address must not be asked, to stand behind a colon; `undefined` where it may. Ask before each request. */
  refusal(url: URL): string | undefined
  /** Sends a request without credentials. Rejects with whatever the host does when nobody answers. */
  fetch(request: Request): Promise<Response>
}

/**
 * What others are asked for. Each purpose has hosts of its own: whom a caller may have asked, such as in an audit, is
 * not whom the owner trusts with another. One that is absent asks nobody.
 */
export interface OutboundPorts {
  /** Nodes whose ledgers a caller may audit. */
  readonly audit?: Outbound | undefined
  /** Gateways that give the right bytes of corrupt blocks. */
  readonly healing?: Outbound | undefined
  /** Hosts of pictures that events name by their addresses. */
  readonly pictures?: Outbound | undefined
}
