import type { AbortOptions } from './abort.ts'

export type Operation =
  | { readonly type: 'put'; readonly key: Uint8Array; readonly value: Uint8Array }
  | { readonly type: 'delete'; readonly key: Uint8Array }

/** A value that must hold for a batch to be applied; `undefined` means the key must be absent. */
export interface Expectation {
  readonly key: Uint8Array
  readonly value: Uint8Array | undefined
}

export interface Range {
  /** First key included. */
  readonly gte?: Uint8Array
  /** First key excluded. */
  readonly lt?: Uint8Array
  readonly reverse?: boolean
  /** At most this many entries; all when absent. */
  readonly limit?: number
}

export type Entry = readonly [key: Uint8Array, value: Uint8Array]

/**
 * Small mutable values under ordered byte keys: pins, heads, settings, indexes. Everything that can
 * change lives here, so that one {@link Datastore.batch} can make a change visible all at once.
 */
export interface Datastore {
  get(key: Uint8Array, options?: AbortOptions): Promise<Uint8Array | undefined>
  /** Entries in key order. The reader may stop early; entries changed meanwhile may or may not appear. */
  range(range: Range, options?: AbortOptions): AsyncIterable<Entry>
  /**
   * Applies all operations in order, or none. Rejects with `failed-precondition` and changes nothing when
   * an expected value differs.
   */
  batch(
    operations: readonly Operation[],
    expect?: readonly Expectation[],
    options?: AbortOptions,
  ): Promise<void>
  /** A number that differs after every batch of any process: caches keep it and ask before they answer. */
  generation(options?: AbortOptions): Promise<number>
}
