import { createByteBudget } from '../../../src/blocks/byte-budget.ts'
import { blockKey } from '../../../src/codec/cid/cid.ts'
import { createActivity } from '../../../src/diagnostics/activity.ts'
import { fixedClock } from '../../../src/memory/fixed-clock.ts'
import { memoryLocks } from '../../../src/memory/memory-locks.ts'
import { memoryPackFiles } from '../../../src/memory/memory-pack-files.ts'
import type { PackIndex, PlacedBlock } from '../../../src/packs/pack-index.ts'
import type { PackLock } from '../../../src/packs/pack-lock.ts'
import type { ReadingStyle } from '../../../src/packs/pack-reader.ts'
import { createPacks } from '../../../src/packs/packs.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import type { PackFiles } from '../../../src/ports/pack-files.ts'

const MIB = 1024 * 1024

/** What is stored, and outlives a process. */
export interface StoredPacks {
  readonly files: PackFiles
  /** Index rows, which a test may change. */
  readonly rows: Map<string, PlacedBlock>
  /** Packs that the index knows. */
  readonly known: Set<number>
}

function memoryPackIndex({ rows, known }: Pick<StoredPacks, 'rows' | 'known'>): PackIndex {
  const named = (pack: number) => [...rows.values()].filter((row) => row.pack === pack)
  return {
    statesOf: async (packs) =>
      packs.map((pack) => {
        if (!known.has(pack)) return 'lost'
        return named(pack).length > 0 ? 'used' : 'unused'
      }),
    blocksIn: async (pack) => named(pack).sort((a, b) => a.offset - b.offset),
    async move(blocks) {
      for (const block of blocks) {
        known.add(block.pack)
        if (rows.get(block.key)?.pack === block.from) rows.set(block.key, block)
      }
    },
    placesOf: async (keys) => keys.map((key) => rows.get(key)),
    async restore({ pack, blocks }) {
      known.add(pack)
      for (const block of blocks) rows.set(block.key, { ...block, pack })
    },
    async forget(packs) {
      for (const pack of packs) known.delete(pack)
    },
  }
}

export interface MemoryPacksOptions {
  /** What an earlier process left; nothing when absent. */
  readonly stored?: StoredPacks
  /** Runs before and after each call of the files and of the index; what it throws is what the caller sees. */
  readonly at?: (call: string) => void
  readonly reading?: ReadingStyle
}

/** The pack engine in memory. */
export function memoryPacks({
  stored = { files: memoryPackFiles(), rows: new Map(), known: new Set() },
  at = () => undefined,
  reading,
}: MemoryPacksOptions = {}) {
  const { rows, known } = stored
  const files = watched(stored.files, at)
  const index = watched(memoryPackIndex(stored), at)
  const locks = memoryLocks()
  const lock: PackLock = {
    shared: (task) => locks.shared('packs', task),
    exclusive: (task) => locks.exclusive('packs', task),
  }
  const budget = createByteBudget(48 * MIB)
  const activity = createActivity()
  const sizes = new Map<number, number>()
  const packs = createPacks({
    reading,
    files,
    index,
    budget,
    activity,
    clock: fixedClock(),
    sizeOf: (pack) => sizes.get(pack),
    lock,
  })
  /** Stores blocks and names them. */
  const store = async (blocks: readonly Block[]) => {
    const placed = await packs.append(blocks.map(({ cid, bytes }) => ({ key: blockKey(cid), bytes })))
    for (const block of placed) {
      rows.set(block.key, block)
      known.add(block.pack)
      sizes.set(block.pack, Math.max(sizes.get(block.pack) ?? 0, block.offset + block.sizeBytes))
    }
    return placed
  }
  return { packs, files: stored.files, stored, index, rows, known, lock, budget, activity, store, sizes }
}

/** The same calls, each with a step before and one after it. */
function watched<T extends object>(inner: T, at: (call: string) => void): T {
  return new Proxy(inner, {
    get(held, name) {
      const call: unknown = Reflect.get(held, name)
      if (typeof call !== 'function') return call
      return (...options: unknown[]) => {
        at(`${String(name)} begins`)
        const answer: unknown = Reflect.apply(call, held, options)
        if (!(answer instanceof Promise)) return answer
        return answer.then((value: unknown) => {
          at(`${String(name)} ended`)
          return value
        })
      }
    },
  })
}
