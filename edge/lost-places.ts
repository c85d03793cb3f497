import { packReaches } from '../src/packs/pack-reaches.ts'
import type { AbortOptions } from '../src/ports/abort.ts'
import type { PackFiles } from '../src/ports/pack-files.ts'
import type { BlockIndex } from './block-index.ts'
import type { PackRows } from './pack-rows.ts'

export interface LostPlacesOptions {
  readonly index: Pick<BlockIndex, 'stat'>
  readonly rows: Pick<PackRows, 'sizeOf'>
  readonly files: Pick<PackFiles, 'read'>
}

/**
 * Creates the search for blocks of which only the row is left: the file of their pack is gone, or cut off before
 * their end. It checks a whole pack once in a process, and reads one byte of it. The caller holds the lock, so that no
 * pack is removed meanwhile.
 */
export function lostPlaces({
  index,
  rows,
  files,
}: LostPlacesOptions): (keys: readonly string[], options: AbortOptions) => Promise<readonly string[]> {
  /** Offsets in bytes that packs were found to reach. */
  const reached = new Map<number, number>()

  const reaches = async (pack: number, endBytes: number, options: AbortOptions) => {
    if ((reached.get(pack) ?? 0) >= endBytes) return true
    for (const end of [Math.max(rows.sizeOf(pack) ?? 0, endBytes), endBytes]) {
      if (!(await packReaches(files, { pack, endBytes: end }, options))) continue
      reached.set(pack, end)
      return true
    }
    return false
  }

  return async (keys, options) => {
    const lost: string[] = []
    for (const key of keys) {
      const { place, sizeBytes = 0 } = index.stat(key) ?? {}
      if (place && !(await reaches(place.pack, place.offset + sizeBytes, options))) lost.push(key)
    }
    return lost
  }
}
