import type { MultiaddrConnection } from '@libp2p/interface'
import type { Libp2pInit } from 'libp2p'
import type { AbortOptions } from './abort.ts'

/** How this host reaches peers. Absent on a host that has no transport, or whose owner permits no peers. */
export interface Transports {
  /** The multiaddrs at which peers reach this host once its peer has started. */
  addresses(): readonly string[]
  /** Loads the code of the transports, when the peer starts. */
  load(options?: AbortOptions): Promise<LoadedTransports>
}

export interface LoadedTransports {
  /** Factories of libp2p transports. */
  readonly transports: NonNullable<Libp2pInit['transports']>
  /** Multiaddrs on which the transports listen. Empty on a host that only dials. */
  readonly listen: readonly string[]
  /** Multiaddrs to announce instead of those on which the transports listen. */
  readonly announce?: readonly string[]
  /** True for an inbound connection of a page of this node's own origin. */
  readonly isOwnPage?: (connection: MultiaddrConnection) => boolean
}
