import type { ByteBudget } from '../src/blocks/byte-budget.ts'
import { memoryLocks } from '../src/memory/memory-locks.ts'
import { PACK_BYTES, partitionPacks } from '../src/packs/pack-file.ts'
import type { PackIndex, PlacedBlock } from '../src/packs/pack-index.ts'
import { createPacks, type Packs } from '../src/packs/packs.ts'
import { partition } from '../src/packs/partition.ts'
import type { AbortOptions } from '../src/ports/abort.ts'
import type { Clock } from '../src/ports/clock.ts'
import { type BlockIndex, INLINE_BELOW_BYTES } from './block-index.ts'
import type { BlockObjectsOptions } from './block-objects.ts'
import { bucketPacks } from './bucket-packs.ts'
import type { GroupCommit } from './group-commit.ts'
import { lostPlaces } from './lost-places.ts'
import { numberedPacks } from './numbered-packs.ts'
import { packRows } from './pack-rows.ts'
import type { PackStore } from './pack-store.ts'

/** On the disk, a read of this size costs less than reading more and copying. */
const ALONE_FROM_BYTES = 128 * 1024
/** Packs that one {@link EdgePacks.tidy} examines. */
const TIDIED_AT_ONCE = 64

/** Packs up to this share of a full one are small. Each repaired block leaves one. */
const SMALL_SHARE = 1 / 8
/** As many packs of the smallest blocks fill one. */
const JOINED_AT_ONCE = PACK_BYTES / INLINE_BELOW_BYTES

/** A block that is only in its row, and moves into a pack. */
export interface PackableBlock {
  readonly key: string
  readonly sizeBytes: number
}

export interface WritePackOptions {
  /** If true, queues for room in the budget with all other writers. If false, writes nothing when there is no room. */
  readonly isUrgent: boolean
}

/** Stores new blocks in packs before they get rows. */
export interface DirectPacks extends Pick<Packs, 'append'> {
  /** Runs a task that appends blocks, until their rows are added. */
  whileAppending<T>(task: () => Promise<T>): Promise<T>
  /** Those of the keys whose rows name a pack that is gone, or that ends before the block does. */
  lost(keys: readonly string[], options: AbortOptions): Promise<readonly string[]>
  /** Records new packs, in the transaction that adds the rows of their blocks. */
  record(blocks: readonly PlacedBlock[]): void
  /** Removes the file of a pack if its last block was removed, so that a full disk gets its space back at once. */
  removeIfUnused(pack: number): Promise<void>
}

/** Packs on the disk or in the bucket, with the rows of one Durable Object as their index. */
export interface EdgePacks extends Pick<Packs, 'read' | 'readAnew' | 'repair'> {
  /** Absent where writing a pack takes longer than writing rows. */
  readonly direct: DirectPacks | undefined
  /** Splits blocks, in their order, into groups that fit one pack each. */
  partition<T extends PackableBlock>(blocks: Iterable<T>): T[][]
  /**
   * Writes one pack of blocks from rows, then sets the pack in those rows that still exist. Resolves to false when it
   * had room and moved no block, so that another attempt would move none either.
   */
  write(blocks: readonly PackableBlock[], options: WritePackOptions): Promise<boolean>
  /** True when {@link EdgePacks.tidy} has work. */
  isUntidy(): boolean
  /** Removes some unused packs, and merges some packs that are mostly unused. */
  tidy(): Promise<void>
  /**
   * Does all such work, as far as the write budget has room for it, and joins small packs where a new one of them is at
   * least half full.
   */
  tidyAll(options?: AbortOptions): Promise<void>
}

export interface EdgePacksOptions extends BlockObjectsOptions {
  readonly storage: DurableObjectStorage
  readonly commits: GroupCommit
  readonly clock: Clock
  readonly budget: ByteBudget
  readonly index: Pick<BlockIndex, 'find' | 'stat' | 'recount'>
  /** Gets all new packs. The bucket then holds only those of earlier versions. */
  readonly disk?: PackStore | undefined
  /** See `PacksOptions`. */
  readonly packBytes?: number | undefined
}

/**
 * Creates {@link EdgePacks} of one Durable Object. The order of writes makes a kill harmless: the number of a
 * pack is on disk before its file is written, and the rows that name it are written after that. A file is
 * removed once it is on disk that no row names it, and its number is deleted last. So every file has its
 * number on disk, by which {@link EdgePacks.tidy} finds it.
 */
export function edgePacks(options: EdgePacksOptions): EdgePacks {
  const { storage, commits, index, budget, activity, clock, disk, packBytes = PACK_BYTES } = options
  const rows = packRows(storage, disk ? 'disk' : 'bucket')
  const bucket = bucketPacks(options)
  const files = numberedPacks({
    stores: disk ? [disk, bucket] : [bucket],
    numbers: {
      reserve: (sizesBytes, above) => commits.run(() => rows.reserve(sizesBytes, above)),
      isEmpty: rows.isEmpty,
      release: (packs) => commits.run(() => rows.forget(packs)),
    },
  })
  const locks = memoryLocks()
  const lock = {
    shared: <T>(task: () => Promise<T>) => locks.shared('packs', task),
    exclusive: <T>(task: () => Promise<T>) => locks.exclusive('packs', task),
  }
  let isCounted = false
  const packIndex: PackIndex = {
    statesOf: (packs) => commits.run(() => packs.map(rows.stateOf)),
    blocksIn: async (pack) => rows.blocksOf(pack),
    async move(blocks) {
      await commits.run(() => rows.place(blocks))
    },
    placesOf: async (keys) =>
      keys.map((key) => {
        const found = index.stat(key)
        return found?.place ? { ...found.place, sizeBytes: found.sizeBytes } : found && 'apart'
      }),
    restore: (pack) =>
      commits.run(() => {
        // Whatever lost the rows may have left wrong totals.
        if (!isCounted) index.recount()
        isCounted = true
        rows.restore(pack, clock.now())
      }),
    forget: async (packs) => rows.forget(packs),
  }
  const reading = disk && { aloneFromBytes: ALONE_FROM_BYTES }
  const packs = createPacks({ ...options, files, lock, index: packIndex, sizeOf: rows.sizeOf, reading })
  /** Packs that could not be read. They are not tried again. */
  const lost = new Set<number>()
  const sparsePacks = (limit: number) => rows.sparse(limit + lost.size).filter(({ pack }) => !lost.has(pack))

  const write = async (blocks: readonly PackableBlock[]) => {
    const held = blocks.flatMap(({ key, sizeBytes }) => {
      const { bytes, addedMs } = index.find(key) ?? {}
      return bytes?.byteLength === sizeBytes ? { key, bytes, addedMs } : []
    })
    const placed = await packs.append(held)
    const moved = placed.map((block, at) => ({ ...block, addedMs: held[at]?.addedMs }))
    return (await commits.run(() => rows.place(moved))) > 0
  }
  const tidy = async () => {
    const { found, garbage } = await commits.run(() => {
      const found = sparsePacks(TIDIED_AT_ONCE)
      const unused = found.flatMap(({ pack, usedBytes }) => (usedBytes > 0 ? [] : pack))
      // The number of used bytes may be damaged on disk: one flipped bit makes 0 of that of a full pack.
      for (const pack of unused.filter(rows.isUsed)) rows.recount(pack)
      return { found, garbage: unused.filter((pack) => !rows.isUsed(pack)) }
    })
    if (garbage.length > 0) await packs.remove(garbage)
    const sparse = found.filter(({ usedBytes }) => usedBytes > 0)
    const [together = []] = partition(sparse, { maxBytes: packBytes, sizeOf: ({ usedBytes }) => usedBytes })
    if (together.length === 0) return
    for (const pack of await packs.rewrite(together.map(({ pack }) => pack))) lost.add(pack)
  }
  /** Resolves to false when nothing is left to be joined, or the budget had no room. */
  const joinSmall = async () => {
    const small = rows.small(packBytes * SMALL_SHARE, JOINED_AT_ONCE + lost.size)
    const [together = []] = partition(
      small.filter(({ pack }) => !lost.has(pack)),
      { maxBytes: packBytes, sizeOf: ({ usedBytes }) => usedBytes },
    )
    const [first] = together
    const totalBytes = together.reduce((sum, { usedBytes }) => sum + usedBytes, 0)
    if (!first || totalBytes < packBytes / 2) return false
    for (const pack of await packs.rewrite(together.map(({ pack }) => pack))) lost.add(pack)
    return lost.has(first.pack) || !rows.isUsed(first.pack)
  }

  return {
    read: packs.read,
    readAnew: packs.readAnew,
    direct: disk && {
      append: packs.append,
      whileAppending: lock.shared,
      lost: lostPlaces({ index, rows, files }),
      record: rows.measure,
      async removeIfUnused(pack) {
        if (rows.isUsed(pack)) return
        await lock.exclusive(() => packs.remove([pack]))
      },
    },
    partition: (blocks) => partitionPacks(blocks, { sizeOf: ({ sizeBytes }) => sizeBytes, packBytes }),
    async write(blocks, { isUrgent }) {
      // Twice the bytes: once read from the rows, and once as the body of the object. Before the lock: writers hold room
      // while they wait for it.
      const roomBytes = 2 * blocks.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
      const release = isUrgent ? await budget.take(roomBytes) : budget.tryTake(roomBytes)
      if (!release) return true
      const done = activity.enter('bytes-in-flight', roomBytes)
      try {
        return await lock.shared(() => write(blocks))
      } finally {
        done()
        release()
      }
    },
    isUntidy: () => sparsePacks(1).length > 0,
    tidy: () => lock.exclusive(tidy),
    async tidyAll({ signal } = {}) {
      let [first] = sparsePacks(1)
      while (first) {
        signal?.throwIfAborted()
        await lock.exclusive(tidy)
        const [next] = sparsePacks(1)
        // The emptiest comes first. It stays while the budget has no room.
        if (next?.pack === first.pack) return
        first = next
      }
      while (await lock.exclusive(joinSmall)) signal?.throwIfAborted()
    },
    repair(options) {
      isCounted = false
      return packs.repair(options)
    },
  }
}
