import type { PeerId } from '../codec/cid/peer-id.ts'
import type { NamedKey } from '../keys/keys.ts'
import type { RoutingOptions } from '../net/routing/routing.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type {
  ResolvedName,
  ResolveName,
  ResolveNameOptions,
  SearchNameOptions,
} from '../unixfs/dag/path-reader.ts'
import type { NameRecord } from './record/name-record.ts'
import type { Renewals } from './renewals.ts'

export interface PublishOptions extends AbortOptions {
  /** Name or peer id of a key of this node. */
  readonly key: string
  readonly lifetimeMs: number
  readonly ttlMs: number
  /** Must be above that of the record that is held. Absent, it grows by one when the path changes. */
  readonly sequence?: bigint | undefined
  /** Adds the fields that old nodes read. */
  readonly hasV1: boolean
}

export interface OwnRecord {
  readonly name: PeerId
  readonly record: NameRecord
}

export interface AnnounceOptions extends Pick<RoutingOptions, 'kind' | 'maxMs' | 'signal'> {
  /** True only logs that all of them failed. */
  readonly isBestEffort?: boolean | undefined
}

/** The names of the network, as this node knows them. */
export interface Names {
  /**
   * Follows a name, and the name that it leads to, up to 32 times. Other nodes are asked for what this node does not have, and
   * for foreign names whose ttl has passed, again after ten seconds if none of them has a record.
   */
  readonly resolve: ResolveName
  /** Follows a name like {@link Names.resolve}, again for each better record that is found. */
  resolveAgain(name: string, options?: ResolveNameOptions): AsyncIterable<ResolvedName>
  /** The newest record of a name that this node has, which has not ended. */
  find(name: PeerId, options?: AbortOptions): Promise<NameRecord | undefined>
  /** That record, then newer ones of other nodes. */
  search(name: PeerId, options: SearchNameOptions): AsyncIterable<NameRecord>
  /** The records of own keys that this node signs again before they end. */
  own(options?: AbortOptions): Promise<readonly OwnRecord[]>
  /** Stores a valid record of another node's name. */
  found(name: PeerId, record: NameRecord, options?: AbortOptions): Promise<void>
  /** Sends a record to the routers that store it. Throws the first error if all of them fail. */
  announce(name: PeerId, record: NameRecord, options: AnnounceOptions): Promise<void>
  /**
   * Signs a record for a path and keeps it here. Throws `not-found` for a key that is not there, `unavailable` for one
   * that cannot be opened, `failed-precondition` for a sequence that is not above the one held.
   */
  publish(path: string, options: PublishOptions): Promise<NamedKey>
  readonly renewals: Renewals
  /** Removes the foreign records that were put here and have ended. */
  purge(options?: AbortOptions): Promise<void>
  /** Called after each record that this node has signed for a caller. */
  onPublish(listener: () => void): void
  /**
   * Keeps a record that was signed elsewhere, when it is newer than the one held and, with `asksFirst`, than those of
   * peers and routers. Throws `corrupt`, `too-large` and
   * `failed-precondition` for a record that is not valid for the name, or not newer.
   */
  keep(
    name: PeerId,
    record: NameRecord,
    options?: AbortOptions & { readonly asksFirst?: boolean },
  ): Promise<void>
}
