import type { AbortOptions, StoreWriteOptions } from './abort.ts'

/** Where a block begins in a pack file. */
export interface PackPlace {
  readonly pack: number
  /** In bytes. */
  readonly offset: number
}

/** A byte range of one pack file. */
export interface PackRange extends PackPlace {
  readonly sizeBytes: number
}

/** An entry of a listing of pack files. */
export interface PackFile {
  readonly pack: number
  readonly sizeBytes: number
  /** The number of blocks in a file that an earlier version wrote without a table. Absent for all other files. */
  readonly blocks?: number | undefined
}

/**
 * Stores large immutable files, named by numbers. Their format belongs to the pack engine (`src/packs/`): an
 * adapter knows nothing about blocks.
 */
export interface PackFiles {
  /**
   * Stores new files, each given as consecutive parts, and resolves to their numbers in the same order. Each
   * file is stored completely or not at all, except that a killed process may leave the beginning of one, whose
   * number that no caller knows. Numbers are never reused. A call that fails or is aborted may leave some of its files
   * behind.
   */
  append(files: readonly (readonly Uint8Array[])[], options?: StoreWriteOptions): Promise<readonly number[]>
  /**
   * Reads a range into a new array. Shorter than requested at the end of the file, empty behind the end,
   * `undefined` when the file does not exist.
   */
  read(range: PackRange, options?: AbortOptions): Promise<Uint8Array | undefined>
  /** Removes files. Absent files are ignored. */
  remove(packs: readonly number[], options?: AbortOptions): Promise<void>
  /**
   * All files in pages of at most 1,000, unordered. Files that are stored or removed meanwhile may or may not
   * appear.
   */
  list(options?: AbortOptions): AsyncIterable<readonly PackFile[]>
}
