import type { PeerId } from '../codec/cid/peer-id.ts'
import type { NamedKey } from '../keys/keys.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { ResolveName } from '../unixfs/dag/path-reader.ts'
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

/** The names of the network, as this node knows them. */
export interface Names {
  /** Follows a name, and what it stands for, up to 32 times. What is not held here is not known. */
  readonly resolve: ResolveName
  /** The record of a name that is held here and still valid. */
  find(name: PeerId, options?: AbortOptions): Promise<NameRecord | undefined>
  /**
   * Signs a record for a path and keeps it here. Throws `not-found` for a key that is not there, `unavailable` for one
   * that cannot be opened, `failed-precondition` for a sequence that is not above the one held.
   */
  publish(path: string, options: PublishOptions): Promise<NamedKey>
  readonly renewals: Renewals
  /** Called after each record that this node has signed for a caller. */
  onPublish(listener: () => void): void
  /**
   * Keeps a record that was signed elsewhere, when it is newer than the one held. Throws `corrupt`, `too-large` and
   * `failed-precondition` for a record that is not valid for the name, or not newer.
   */
  keep(name: PeerId, record: NameRecord, options?: AbortOptions): Promise<void>
}
