import type { Multiaddr } from '@multiformats/multiaddr'
import type { Libp2p, ServiceFactoryMap } from 'libp2p'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Traffic, Transferred } from './traffic.ts'

/** The argument of the factories of libp2p's services: `gossipsub(options)(components)`. */
export type PeerComponents = Parameters<ServiceFactoryMap[string]>[0]

/** This node among its peers, while it runs. */
export interface RunningPeer {
  readonly libp2p: Libp2p
  /** For services of libp2p packages that are loaded on demand: create one with these, then `start()` it. */
  readonly components: PeerComponents
  /**
   * Permits dialling an address that the owner or a caller named: where the peer does not dial into private networks,
   * an address that another peer reported stays refused.
   */
  permit(address: Multiaddr): void
}

/** Called when the peer stops, before its connections close. */
export type StopExtension = () => Promise<void>

/** The connections of this node. A node without peers has it too, with `isEnabled` false. */
export interface Network {
  /** True if this host has transports and its owner permits peers. */
  readonly isEnabled: boolean
  /** The running peer, started by the first call. Throws `unavailable` with the reference's text if disabled. */
  peer(options?: AbortOptions): Promise<RunningPeer>
  /** The peer while it runs. Reading it never starts one. */
  readonly running: RunningPeer | undefined
  /**
   * The addresses at which peers reach this node, without the peer id, sorted: also before the peer has started.
   */
  addresses(): readonly string[]
  /**
   * Sets up each peer that starts, before it dials or accepts: registers protocol handlers, starts services. If it
   * throws, the peer does not start. What `set` resolves to is called when that peer stops.
   */
  extend(set: (peer: RunningPeer) => Promise<undefined | StopExtension>): void
  /** The traffic with peers. */
  readonly traffic: Traffic
  /** Stops the peer, and waits for one that is starting. A later call of `peer` starts another. */
  stop(): Promise<void>
}

/** The reference's text for a command that needs peers. */
export const OFFLINE_MESSAGE = "this command must be run in online mode. Try running 'ipfs daemon' first"

const NOTHING: Transferred = { in: 0, out: 0 }

/** The network of a host without transports. */
export const offlineNetwork: Network = {
  isEnabled: false,
  peer: async () => {
    throw new DomainError('unavailable', OFFLINE_MESSAGE)
  },
  running: undefined,
  addresses: () => [],
  extend: () => undefined,
  traffic: { total: () => NOTHING, ofPeer: () => NOTHING, ofProtocol: () => NOTHING },
  stop: async () => undefined,
}
