import type { ByteBudget } from '../blocks/byte-budget.ts'
import { cidIfBlockKey } from '../codec/cid/cid.ts'
import { DomainError, isDomainError } from '../errors.ts'
import type { AbortOptions, StoreWriteOptions } from '../ports/abort.ts'
import type { SweepReport } from '../ports/blockstore.ts'
import type { PackFiles, PackRange } from '../ports/pack-files.ts'
import { type BlockBytes, newPack, PACK_BYTES, partitionPacks } from './pack-file.ts'
import type { PackIndex, PlacedBlock } from './pack-index.ts'
import type { PackLock } from './pack-lock.ts'
import { type PackReader, type PackReaderOptions, packReader } from './pack-reader.ts'
import { readPackTable } from './read-pack-table.ts'

/**
 * The memory of one {@link Packs.rewrite}: all blocks that are kept, and one buffer for the read or write in
 * progress.
 */
const REWRITE_ROOM_BYTES = 2 * PACK_BYTES

/**
 * The pack engine: many blocks share one file. Each file is written once, with a table of its blocks at its
 * end, and rewritten when few of its blocks are still in use. The host's index rows decide which blocks exist.
 */
export interface Packs extends Pick<PackReader, 'read' | 'tables'> {
  /**
   * Stores distinct blocks in new packs and resolves to their places, in the same order. The caller holds the
   * lock shared until index rows name the blocks, and has reserved budget for their bytes.
   */
  append(blocks: readonly BlockBytes[], options?: StoreWriteOptions): Promise<readonly PlacedBlock[]>
  /** Like `read`, but bypasses all windows and reads from storage. */
  readAnew(block: PackRange, options?: AbortOptions): Promise<Uint8Array | undefined>
  /**
   * Merges the blocks of these packs that are still in use, at most one pack in total, into a new pack and
   * removes the old ones. It may use the space that is reserved for removals. Does nothing while the budget has no
   * room. The caller holds the lock exclusively. Resolves to the packs that could not be read, which are kept
   * unchanged.
   */
  rewrite(packs: readonly number[], options?: AbortOptions): Promise<readonly number[]>
  /** Removes packs that no index row names. The caller holds the lock exclusively. */
  remove(packs: readonly number[], options?: AbortOptions): Promise<void>
  /**
   * Removes those of the packs that no index row has ever named: cleans up after a failed write. The caller
   * holds the lock exclusively.
   */
  discard(packs: readonly number[], options?: AbortOptions): Promise<void>
  /** Restores lost index rows and removes unused packs (`repair-packs.ts`). Takes the lock itself. */
  repair(options?: AbortOptions): Promise<SweepReport>
}

export interface PacksOptions extends Omit<PackReaderOptions, 'budget'> {
  readonly files: PackFiles
  readonly index: PackIndex
  readonly lock: PackLock
  /** The write budget of the node. */
  readonly budget: ByteBudget
  /** Maximum size of a new pack's blocks together, at most {@link PACK_BYTES}, the default. */
  readonly packBytes?: number | undefined
}

export function createPacks(options: PacksOptions): Packs {
  const { files, index, budget, activity, sizeOf, packBytes } = options
  const reader = packReader(options)

  const append = async (blocks: readonly BlockBytes[], options?: StoreWriteOptions) => {
    const packs = partitionPacks(blocks, { sizeOf: ({ bytes }) => bytes.byteLength, packBytes }).map(newPack)
    const contents = packs.map(({ parts }) => parts)
    const numbers = contents.length === 0 ? [] : await files.append(contents, options)
    return packs.flatMap((pack, at) => pack.blocks.map((block) => ({ ...block, pack: numbers[at] ?? 0 })))
  }
  const remove = async (packs: readonly number[], options?: AbortOptions) => {
    await files.remove(packs, options)
    await index.forget(packs, options)
    packs.forEach(reader.forget)
  }
  const discard = async (packs: readonly number[], options?: AbortOptions) => {
    const states = await index.statesOf(packs, options)
    await remove(
      packs.filter((_, at) => states[at] === 'lost'),
      options,
    )
  }
  /** Copies the blocks of a pack that index rows name. `undefined` when the pack cannot be read. */
  const readLeft = async (pack: number, options: AbortOptions) => {
    const table = async () => {
      const file = { pack, sizeBytes: (await sizeOf(pack, options)) ?? 0 }
      const blocks = await readPackTable(files, file, options)
      // Rows may name the pack all the same.
      if (!blocks) throw new DomainError('corrupt', `Cannot read table of pack ${pack}: not there`)
      return blocks
    }
    try {
      const left = await index.blocksIn(pack, table, options)
      // A new pack could not name it. In this one the table has its key.
      if (left.some(({ key }) => !cidIfBlockKey(key))) return undefined
      const [first, last] = [left[0], left.at(-1)]
      if (!first || !last) return []
      const range = { pack, offset: first.offset, sizeBytes: last.offset + last.sizeBytes - first.offset }
      const bytes = await files.read(range, options)
      if (bytes?.byteLength !== range.sizeBytes) return undefined
      return left.map((block) => {
        const from = block.offset - range.offset
        return { ...block, from: pack, bytes: bytes.slice(from, from + block.sizeBytes) }
      })
    } catch (error) {
      if (isDomainError(error, 'corrupt') || isDomainError(error, 'not-found')) return undefined
      throw error
    }
  }

  return {
    read: reader.read,
    tables: reader.tables,
    readAnew(block, options) {
      reader.forget(block.pack)
      return files.read(block, options)
    },
    append,
    remove,
    discard,
    async rewrite(packs, options = {}) {
      const release = budget.tryTake(REWRITE_ROOM_BYTES)
      if (!release) return []
      const done = activity.enter('bytes-in-flight', REWRITE_ROOM_BYTES)
      try {
        const found = new Map<number, Awaited<ReturnType<typeof readLeft>>>()
        for (const pack of packs) found.set(pack, await readLeft(pack, options))
        const left = [...found.values()].flatMap((blocks) => blocks ?? [])
        const placed = await append(left, { ...options, isRemoval: true })
        try {
          await index.move(
            placed.map((block, at) => ({ ...block, from: left[at]?.from ?? 0 })),
            options,
          )
        } catch (error) {
          await discard([...new Set(placed.map(({ pack }) => pack))]).catch(() => undefined)
          throw error
        }
        const isRead = (pack: number) => found.get(pack) !== undefined
        await remove(packs.filter(isRead), options)
        return packs.filter((pack) => !isRead(pack))
      } finally {
        done()
        release()
      }
    },
    // Loaded at its first use: a page starts without it.
    async repair(callOptions) {
      const { repairPacks } = await import('./repair-packs.ts')
      return repairPacks({ ...options, ...callOptions, remove })
    },
  }
}
