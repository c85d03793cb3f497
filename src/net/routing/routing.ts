import type { CID } from '../../codec/cid/cid.ts'
import type { PeerId } from '../../codec/cid/peer-id.ts'
import type { NameRecord } from '../../names/record/name-record.ts'
import type { AbortOptions } from '../../ports/abort.ts'

/** A peer and its addresses, as another node has reported them. They are not verified. */
export interface RoutedPeer {
  readonly peerId: PeerId
  /** Multiaddrs, with or without the peer id at the end. Empty if none is known. */
  readonly addresses: readonly string[]
  /** Protocols by which it transfers content, such as `transport-bitswap`. Absent if unknown. */
  readonly protocols?: readonly string[] | undefined
}

/** A step of a search. `type` is a type of event of the RPC document, section 4, `RoutingEvent`. */
export type RoutingStep =
  | {
      readonly type: 'sending-query' | 'final-peer' | 'adding-peer' | 'dialing-peer'
      readonly peerId: PeerId
    }
  | { readonly type: 'peer-response'; readonly peerId: PeerId; readonly closer: readonly RoutedPeer[] }
  | { readonly type: 'query-error'; readonly peerId?: PeerId | undefined; readonly reason: string }

export interface RouterCall extends AbortOptions {
  /** Called with each step of the search. */
  readonly onStep?: ((event: RoutingStep) => void) | undefined
  /** True if the addresses are for this host to dial: a router may leave out others, and peers that have only others. */
  readonly isForDialling?: boolean | undefined
}

export interface RoutingOptions extends RouterCall {
  /** Time limit of the whole search, in milliseconds. A search that takes longer just ends. Default: 60 seconds. */
  readonly maxMs?: number | undefined
  /** Asks only routers of this kind. Default: all. */
  readonly kind?: Router['kind'] | undefined
}

export interface FindProvidersOptions extends RoutingOptions {
  /** Maximum number of providers. Default: 20. */
  readonly limit?: number | undefined
}

/** One way to find peers, content and records. It has the methods that it can serve. A failure is logged. */
export interface Router {
  readonly name: string
  /** `peers` are asked over connections to peers, `delegated` routers are other nodes that are asked over HTTP. */
  readonly kind: 'peers' | 'delegated'
  findProviders?(cid: CID, call: RouterCall): AsyncIterable<RoutedPeer>
  findPeer?(peerId: PeerId, call: RouterCall): AsyncIterable<RoutedPeer>
  /** Announces that this node provides a block. Throws `unavailable` if no peer has stored it. */
  provide?(cid: CID, call: RouterCall): Promise<void>
  /** The found records of a name, unchecked. */
  get?(name: PeerId, call: RouterCall): AsyncIterable<Uint8Array>
  /** Stores the record of a name. Throws `unavailable` if no peer has stored it. */
  put?(name: PeerId, record: Uint8Array, call: RouterCall): Promise<void>
}

/** An ability that only some routers have. */
export type RouterTask = 'findProviders' | 'findPeer' | 'provide' | 'get' | 'put'

/**
 * Finds peers, providers and name records by asking all routers together. Without routers it finds nothing, at once.
 * A failed router counts as one that has found nothing. Searches throw only the reason of their signal.
 */
export interface Routing {
  /** Adds a router. Returns the function that removes it. */
  add(router: Router): () => void
  /** True if there is a router for a task. */
  can(task: RouterTask, options?: Pick<RoutingOptions, 'kind'>): boolean
  /**
   * Peers that say that they provide a block, each once; twice if its addresses become known later. This node may be
   * among them.
   */
  findProviders(cid: CID, options?: FindProvidersOptions): AsyncIterable<RoutedPeer>
  /** The addresses of a peer. `undefined` if no router knows any. */
  findPeer(peerId: PeerId, options?: RoutingOptions): Promise<RoutedPeer | undefined>
  /** Announces a block. Resolves to the number of routers that did. Throws the first failure if all of them failed. */
  provide(cid: CID, options?: RoutingOptions): Promise<number>
  /** Valid records of a name, each newer than the last. */
  get(name: PeerId, options?: RoutingOptions): AsyncIterable<NameRecord>
  /** Stores a record, like {@link Routing.provide}. */
  put(name: PeerId, record: Uint8Array, options?: RoutingOptions): Promise<number>
}
