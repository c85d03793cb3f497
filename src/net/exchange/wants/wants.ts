import type { CID } from '../../../codec/cid/cid.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Arrival } from './ended-wants.ts'
import type { FindProviders } from './searches.ts'
import type { UsefulPeers, WantPeer } from './want.ts'

/** The blocks that this node looks for among its peers. */
export interface Wants {
  /**
   * Waits for a block. `undefined` when no connected peer has it and the search for others ended. Throws `timeout`
   * after the time limit. A block that several calls want is asked for once.
   */
  get(cid: CID, options: AbortOptions & { readonly call: UsefulPeers }): Promise<Uint8Array | undefined>
  /** Takes a block whose bytes hash to the key. */
  onBlock(peer: WantPeer, key: string, bytes: Uint8Array): Arrival
  onPresence(peer: WantPeer, cid: CID, isHeld: boolean): void
  /** Takes a block that was never asked for: it counts as the answer to the oldest want of the peer. */
  onUnwanted(peer: WantPeer): void
  onConnect(peer: WantPeer): void
  onLeave(peer: WantPeer): void
  /** The wanted CIDs. */
  list(): readonly CID[]
}

export interface WantsOptions {
  readonly clock: Clock
  /** The connected peers. */
  readonly peers: () => Iterable<WantPeer>
  readonly findProviders: FindProviders
  /**
   * Time without progress after which other holders than the asked peer are looked for, and asked for the block: a peer
   * makes progress by each block for which it was not asked later. It stays awaited beside the search as long as other
   * wanted blocks or parts of a message arrive. Default: 5 seconds.
   */
  readonly stallMs?: number | undefined
  /**
   * Time without progress after which a peer is no longer awaited, whatever else arrives, and after which a want ends.
   * Default: 60 seconds.
   */
  readonly limitMs?: number | undefined
}
