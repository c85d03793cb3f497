import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'

/** Reads blocks of a source for one call. It may prefer the peers that had the earlier ones. */
export interface RemoteReader {
  /**
   * The bytes, which hash to the CID. `undefined` when no source has the block, or it could not be found in time. A
   * source that fails throws a `DomainError`, and counts as one without the block.
   */
  get(cid: CID, options: AbortOptions): Promise<Uint8Array | undefined>
}

/** A place outside of this host that has blocks, such as the peers of this node. */
export interface RemoteSource {
  /** True while the source may have blocks that this host lacks. */
  readonly isReachable: boolean
  /** True for a source that is asked after all others. */
  readonly comesLast?: true
  /** Opens the source for one call. Costs nothing before the first read. */
  open(): RemoteReader
  /** Called after blocks were stored here, which others may wait for. */
  offer?(cids: readonly CID[]): void
}

/** The places from which sessions fetch blocks that this host lacks, in the order in which they are asked. */
export interface RemoteSources {
  add(source: RemoteSource): void
  /** Those that can be reached now. */
  reachable(): readonly RemoteSource[]
  /** Tells all sources of blocks that were stored here. */
  offer(cids: readonly CID[]): void
  /** Registers a callback for blocks that were stored here. It must not throw, and returns at once. */
  onOffer(listener: (cids: readonly CID[]) => void): void
}

export function createRemoteSources(): RemoteSources {
  const sources: RemoteSource[] = []
  const listeners: ((cids: readonly CID[]) => void)[] = []
  return {
    add: (source) => sources.push(source),
    reachable() {
      const reachable = sources.filter(({ isReachable }) => isReachable)
      return [
        ...reachable.filter(({ comesLast }) => !comesLast),
        ...reachable.filter(({ comesLast }) => comesLast),
      ]
    },
    offer(cids) {
      for (const source of sources) source.offer?.(cids)
      for (const listener of listeners) listener(cids)
    },
    onOffer: (listener) => void listeners.push(listener),
  }
}
