import type { AbortOptions, StoreWriteOptions } from './abort.ts'

export type Operation =
  | { readonly type: 'put'; readonly key: Uint8Array; readonly value: Uint8Array }
  | { readonly type: 'delete'; readonly key: Uint8Array }

/** A value that a key must have for a batch to be applied. `undefined` means that the key must be absent. */
export interface Expectation {
  readonly key: Uint8Array
  readonly value: Uint8Array | undefined
}

export interface Range {
  /** Lower bound, inclusive. */
  readonly gte?: Uint8Array
  /** Upper bound, exclusive. */
  readonly lt?: Uint8Array
  readonly reverse?: boolean
  /** Maximum number of entries. Default: all. */
  readonly limit?: number
}

export type Entry = readonly [key: Uint8Array, value: Uint8Array]

/**
 * Small mutable values under ordered binary keys: pins, heads, settings, indexes. All mutable data is here, so
 * that one {@link Datastore.batch} can make a change visible atomically.
 */
export interface Datastore {
  get(key: Uint8Array, options?: AbortOptions): Promise<Uint8Array | undefined>
  /** Entries in key order. The consumer may stop early. Entries that are changed meanwhile may or may not appear. */
  range(range: Range, options?: AbortOptions): AsyncIterable<Entry>
  /**
   * Applies all operations in order, or none. Rejects with `failed-precondition`, without changes, when an
   * expected value differs.
   */
  batch(
    operations: readonly Operation[],
    expect?: readonly Expectation[],
    options?: StoreWriteOptions,
  ): Promise<void>
  /** A number that changes with every batch of any process. Caches store it and compare it before each use. */
  generation(options?: AbortOptions): Promise<number>
}
