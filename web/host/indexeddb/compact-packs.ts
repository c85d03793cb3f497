import { PACK_BYTES } from '../../../src/packs/pack-file.ts'
import type { PackLock } from '../../../src/packs/pack-lock.ts'
import type { Packs } from '../../../src/packs/packs.ts'
import { partition } from '../../../src/packs/partition.ts'
import type { AbortOptions } from '../../../src/ports/abort.ts'
import type { IdbBlockIndex } from './idb-block-index.ts'

/** After any removal of half the content, at most 0.6 of it is left in packs. */
const MAX_USED = 5 / 6

export interface CompactPacksOptions extends AbortOptions {
  readonly index: Pick<IdbBlockIndex, 'sparse'>
  readonly packs: Pick<Packs, 'rewrite' | 'remove'>
  readonly lock: PackLock
}

/**
 * Merges all packs of which a sixth or more is unused, so that the space of removed blocks is free. Removes those that
 * nothing uses: of a process that was killed during a removal, or of two that have stored the same blocks at the same
 * time. Throws `no-space`.
 */
export async function compactPacks({ index, packs, lock, signal }: CompactPacksOptions): Promise<void> {
  /** Those that cannot be read, or for which the budget has no room, stay. */
  const tried = new Set<number>()
  const rewriteSome = async () => {
    const sparse = await index.sparse(MAX_USED, { signal })
    const unused = sparse.filter(({ usedBytes }) => usedBytes === 0).map(({ pack }) => pack)
    if (unused.length > 0) await packs.remove(unused, { signal })
    const untried = sparse.filter(({ pack, usedBytes }) => usedBytes > 0 && !tried.has(pack))
    const [together = []] = partition(untried, {
      maxBytes: PACK_BYTES,
      sizeOf: ({ usedBytes }) => usedBytes,
    })
    const numbers = together.map(({ pack }) => pack)
    for (const pack of numbers) tried.add(pack)
    if (numbers.length > 0) await packs.rewrite(numbers, { signal })
    return numbers.length > 0
  }
  // Readers and writers wait for the lock, so it is held for one new pack at a time.
  while (await lock.exclusive(rewriteSome, { signal }));
}
