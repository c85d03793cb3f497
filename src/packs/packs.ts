import type { ByteBudget } from '../blocks/byte-budget.ts'
import { isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { SweepReport } from '../ports/blockstore.ts'
import type { PackFiles, PackRange } from '../ports/pack-files.ts'
import { type BlockBytes, newPack, PACK_BYTES, partitionPacks } from './pack-file.ts'
import type { PackIndex, PlacedBlock } from './pack-index.ts'
import type { PackLock } from './pack-lock.ts'
import { type PackReader, type PackReaderOptions, packReader } from './pack-reader.ts'
import { readPackTable } from './read-pack-table.ts'
import { repairPacks } from './repair-packs.ts'

/** What {@link Packs.rewrite} holds: all blocks that are left, and what it reads or writes beside them. */
const REWRITE_ROOM_BYTES = 2 * PACK_BYTES

/**
 * The pack engine: blocks that share files, each file written once, with a table of its blocks at its end, and removed
 * when few of its blocks are left. Which blocks exist is for the index rows of the host to say.
 */
export interface Packs extends Pick<PackReader, 'read' | 'tables'> {
  /**
   * Stores distinct blocks in new packs and resolves to their places, in their order. The caller holds the lock
   * shared until rows name them, and has room in the budget for their bytes.
   */
  append(blocks: readonly BlockBytes[], options?: AbortOptions): Promise<readonly PlacedBlock[]>
  /** The same, from storage now, past all that is held in memory. */
  readAnew(block: PackRange, options?: AbortOptions): Promise<Uint8Array | undefined>
  /**
   * Writes what is left of these packs, which is no more than one pack, anew and together, and removes them. Does
   * nothing while the budget has no room. The caller holds the lock exclusively. Resolves to the packs that cannot be
   * read, which stay as they are.
   */
  rewrite(packs: readonly number[], options?: AbortOptions): Promise<readonly number[]>
  /** Removes packs that no row names. The caller holds the lock exclusively. */
  remove(packs: readonly number[], options?: AbortOptions): Promise<void>
  /** Removes those of these packs that no row has named: for a writer that has failed. The caller holds the lock exclusively. */
  discard(packs: readonly number[], options?: AbortOptions): Promise<void>
  /** Indexes again what has lost its rows, and removes what no row needs; see {@link repairPacks}. Takes the lock. */
  repair(options?: AbortOptions): Promise<SweepReport>
}

export interface PacksOptions extends Omit<PackReaderOptions, 'budget'> {
  readonly files: PackFiles
  readonly index: PackIndex
  readonly lock: PackLock
  /** The write budget of the node. */
  readonly budget: ByteBudget
}

export function createPacks(options: PacksOptions): Packs {
  const { files, index, budget, activity, sizeOf } = options
  const reader = packReader(options)

  const append = async (blocks: readonly BlockBytes[], options?: AbortOptions) => {
    const packs = partitionPacks(blocks, ({ bytes }) => bytes.byteLength).map(newPack)
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
  /** Copies of the blocks that rows name in a pack, or `undefined` when it cannot be read. */
  const readLeft = async (pack: number, options: AbortOptions) => {
    const table = async () =>
      (await readPackTable(files, { pack, sizeBytes: (await sizeOf(pack, options)) ?? 0 }, options)) ?? []
    try {
      const left = await index.blocksIn(pack, table, options)
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
      const giveBack = budget.tryTake(REWRITE_ROOM_BYTES)
      if (!giveBack) return []
      const done = activity.enter('bytes-in-flight', REWRITE_ROOM_BYTES)
      try {
        const found = new Map<number, Awaited<ReturnType<typeof readLeft>>>()
        for (const pack of packs) found.set(pack, await readLeft(pack, options))
        const left = [...found.values()].flatMap((blocks) => blocks ?? [])
        const placed = await append(left, options)
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
        giveBack()
      }
    },
    repair: (callOptions) => repairPacks({ ...options, ...callOptions, remove }),
  }
}
