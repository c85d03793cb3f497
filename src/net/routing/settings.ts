/** What the owner decides about routing. */
export interface RoutingSettings {
  /** Addresses of nodes that are asked over HTTP for peers, providers and name records. */
  readonly delegatedRouters: readonly string[]
  /** Addresses of nodes to which name records are sent over HTTP. */
  readonly delegatedPublishers: readonly string[]
}
