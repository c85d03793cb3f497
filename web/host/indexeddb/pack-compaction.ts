import { PACK_BYTES } from '../../../src/packs/pack-file.ts'
import type { PackLock } from '../../../src/packs/pack-lock.ts'
import type { Packs } from '../../../src/packs/packs.ts'
import { partition } from '../../../src/packs/partition.ts'
import type { AbortOptions } from '../../../src/ports/abort.ts'
import type { IdbBlockIndex } from './idb-block-index.ts'

/** After any removal of half the content, at most 0.6 of it is left in packs. */
const MAX_USED = 5 / 6

/** Packs are rewritten when no block was removed for so long: a garbage collection removes many, one after the other. */
const IDLE_MS = 1_000

/** Gives the space of removed blocks back: merges packs of which a sixth or more is unused. */
export interface PackCompaction {
  /** Call after a removal that leaves blocks in its packs. */
  later(): void
  /** Rewrites all such packs now. Throws `no-space`. */
  run(options?: AbortOptions): Promise<void>
}

export interface PackCompactionOptions {
  readonly index: Pick<IdbBlockIndex, 'sparse'>
  readonly packs: Pick<Packs, 'rewrite'>
  readonly lock: PackLock
}

export function packCompaction({ index, packs, lock }: PackCompactionOptions): PackCompaction {
  /** Returns false when only packs are left that were tried before: they cannot be read, or the budget has no room. */
  const rewriteSome = async (tried: Set<number>, options: AbortOptions) => {
    const sparse = await index.sparse(MAX_USED, options)
    const untried = sparse.filter(({ pack }) => !tried.has(pack))
    const [together = []] = partition(untried, {
      maxBytes: PACK_BYTES,
      sizeOf: ({ usedBytes }) => usedBytes,
    })
    for (const { pack } of together) tried.add(pack)
    if (together.length > 0) {
      await packs.rewrite(
        together.map(({ pack }) => pack),
        options,
      )
    }
    return together.length > 0
  }
  const run = async (options: AbortOptions = {}) => {
    const tried = new Set<number>()
    // Readers and writers wait for the lock, so it is held for one new pack at a time.
    while (await lock.exclusive(() => rewriteSome(tried, options)));
  }
  let due: ReturnType<typeof setTimeout> | undefined

  return {
    later() {
      clearTimeout(due)
      // What fails here, as without space, is done after the next removal, or by repo/fsck.
      due = setTimeout(() => run().catch(() => undefined), IDLE_MS)
    },
    run,
  }
}
