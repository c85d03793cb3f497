import type { AbortOptions } from './abort.ts'

/** A part of one pack file, in bytes. */
export interface PackRange {
  readonly pack: number
  readonly offset: number
  readonly sizeBytes: number
}

/** What a listing tells of a pack file. */
export interface PackFile {
  readonly pack: number
  readonly sizeBytes: number
  /** Blocks in the file; known without reading it for files of builds that wrote no table, else absent. */
  readonly blocks?: number | undefined
}

/**
 * Large immutable files, named by numbers. The bytes in them are the pack engine's (`src/packs/`); an adapter knows
 * nothing of blocks.
 */
export interface PackFiles {
  /**
   * Stores new files, each given as parts that follow one another, and resolves to their numbers in the same order.
   * Each file is stored whole or not at all; a number is never used for a second file. A call that fails or is aborted
   * may leave some of its files behind.
   */
  append(files: readonly (readonly Uint8Array[])[], options?: AbortOptions): Promise<readonly number[]>
  /**
   * The bytes, which are the caller's own: fewer than asked for where the file ends before, none when the range begins
   * behind its end, `undefined` when there is no such file.
   */
  read(range: PackRange, options?: AbortOptions): Promise<Uint8Array | undefined>
  /** Removes files; removing an absent one changes nothing. */
  remove(packs: readonly number[], options?: AbortOptions): Promise<void>
  /** All files, in pages of at most 1,000, in no particular order. Files stored or removed meanwhile may or may not appear. */
  list(options?: AbortOptions): AsyncIterable<readonly PackFile[]>
}
