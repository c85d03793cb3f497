export const ROUTING_TYPES = [
  'auto',
  'autoclient',
  'delegated',
  'dht',
  'dhtclient',
  'dhtserver',
  'none',
] as const

export type RoutingType = (typeof ROUTING_TYPES)[number]

/** What the owner decides about routing. */
export interface RoutingSettings {
  /** `none` and `delegated` are without a DHT, `dhtserver` serves it, and all others only ask. */
  readonly type: RoutingType
  /** Addresses of nodes that are asked over HTTP for peers, providers and name records. */
  readonly delegatedRouters: readonly string[]
  /** Addresses of nodes to which name records are sent over HTTP. */
  readonly delegatedPublishers: readonly string[]
}
