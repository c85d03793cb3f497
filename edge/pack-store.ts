import type { AbortOptions, StoreWriteOptions } from '../src/ports/abort.ts'
import type { PackFiles } from '../src/ports/pack-files.ts'

/** One place for pack files, whose caller chooses the numbers. */
export interface PackStore extends Pick<PackFiles, 'read' | 'list'> {
  /**
   * Stores a file, given as consecutive parts, completely or not at all. Resolves to false, without a change,
   * when the place already has a file with this number.
   */
  write(pack: number, parts: readonly Uint8Array[], options?: StoreWriteOptions): Promise<boolean>
  /** Removes files, and resolves to those numbers that another place may have. */
  remove(packs: readonly number[], options?: AbortOptions): Promise<readonly number[]>
}

/** Allocates pack numbers. A number is on disk before its file is written, so none is used twice. */
export interface PackNumbers {
  /** Reserves a new number greater than `above` for a pack of each of these sizes. */
  reserve(sizesBytes: readonly number[], above: number): Promise<readonly number[]>
  /** True when no pack is recorded, so that there may be files with unknown numbers. */
  isEmpty(): boolean
  /** Releases numbers that were not used. */
  release(packs: readonly number[]): Promise<void>
}
