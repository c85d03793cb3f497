import type { AbortOptions } from '../../../src/ports/abort.ts'
import type { BlobPackFiles } from '../packs/read-blobs.ts'
import type { IdbBlockIndex } from './idb-block-index.ts'
import { readable } from './indexed-database.ts'

export interface LostBlocksOptions {
  readonly index: Pick<IdbBlockIndex, 'find'>
  readonly files: Pick<BlobPackFiles, 'sizeOf' | 'close'>
}

/**
 * Creates the search for blocks of which only the row is left: the browser has cleared the files of packs alone, or a
 * power cut has. It checks a pack once in a process, and reads no bytes. The caller holds the lock, so that no pack is
 * removed meanwhile.
 */
export function lostBlocks({
  index,
  files,
}: LostBlocksOptions): (keys: readonly string[], options: AbortOptions) => Promise<readonly string[]> {
  /** Sizes in bytes of the packs that were found. A pack may have grown since. */
  const found = new Map<number, number>()

  const reaches = async (pack: number, endBytes: number, options: AbortOptions): Promise<boolean> => {
    if ((found.get(pack) ?? 0) >= endBytes) return true
    // A Blob that was opened before may have lost its file.
    files.close(pack)
    const sizeBytes = (await readable(files.sizeOf(pack, options))) ?? 0
    found.set(pack, sizeBytes)
    return sizeBytes >= endBytes
  }

  return async (keys, options) => {
    const rows = await Promise.all(keys.map((key) => index.find(key, options)))
    const lost: string[] = []
    for (const [at, key] of keys.entries()) {
      const row = rows[at]
      if (!row?.place) continue
      const { pack, offset } = row.place
      if (!(await reaches(pack, offset + row.sizeBytes, options))) lost.push(key)
    }
    return lost
  }
}
