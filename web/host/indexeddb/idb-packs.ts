import type { ByteBudget } from '../../../src/blocks/byte-budget.ts'
import { blockKey, type CID } from '../../../src/codec/cid/cid.ts'
import type { PackIndex } from '../../../src/packs/pack-index.ts'
import type { PackLock } from '../../../src/packs/pack-lock.ts'
import type { PackedBlock } from '../../../src/packs/pack-table.ts'
import { createPacks, type Packs } from '../../../src/packs/packs.ts'
import type { AbortOptions } from '../../../src/ports/abort.ts'
import type { PackRange } from '../../../src/ports/pack-files.ts'
import type { BlobPackFiles } from '../packs/read-blobs.ts'
import { systemClock } from '../system-clock.ts'
import type { IdbBlockIndex } from './idb-block-index.ts'
import type { IdbPackFilesOptions } from './idb-pack-files.ts'
import type { IndexRow, PackUsage } from './index-rows.ts'
import { blockKeyOf, libraryKeyOf } from './library-key.ts'
import { PACK_USAGE } from './meta-database.ts'
import type { ReadLease } from './read-lease.ts'

/**
 * Blocks from this size on are views of the window, because a copy costs a third of a read. Smaller blocks are
 * copied, so that they do not keep the whole window in memory.
 */
const VIEW_FROM_BYTES = 64 * 1024

/** The packs of a browser, with the block index of the meta database as their index. */
export interface IdbPacks extends Omit<Packs, 'tables'> {
  /**
   * The place of a block, if a pack that holds it was read recently and no block of that pack was removed
   * since. A sequential read of packs then needs one usage lookup for each pack and lease instead of a row
   * lookup for each block.
   */
  recall(cid: CID, options?: AbortOptions): Promise<PackRange | undefined>
  /** Number of blocks of a pack whose table is in memory. 0 for another one. */
  blocksIn(pack: number): number
}

export interface IdbPacksOptions extends IdbPackFilesOptions {
  readonly files: BlobPackFiles
  readonly index: IdbBlockIndex
  readonly lock: PackLock
  readonly lease: ReadLease
  /** The write budget of the node. */
  readonly budget: ByteBudget
}

/** Opens the packs of a browser. */
export function idbPacks(options: IdbPacksOptions): IdbPacks {
  const { meta, index, files, lease } = options
  const readUsage = meta.reader<PackUsage>(PACK_USAGE)
  const packs = createPacks({
    ...options,
    sizeOf: files.sizeOf,
    index: packIndex(index),
    clock: systemClock(),
    reading: { viewFromBytes: VIEW_FROM_BYTES, loadsFromStart: true, toEndOfFile: true },
  })

  return {
    ...packs,
    readAnew(block, options) {
      files.close(block.pack)
      return packs.readAnew(block, options)
    },
    blocksIn: (pack) => packs.tables.get(pack)?.blocks.size ?? 0,
    async recall(cid, options) {
      if (packs.tables.size === 0) return undefined
      const key = blockKey(cid)
      for (const [pack, { blocks, sizeBytes }] of packs.tables) {
        const block = blocks.get(key)
        if (!block) continue
        const complete = lease.use()
        if (!complete?.has(pack)) {
          const usage = await readUsage(pack, options)
          // The usage of a pack never grows, so full usage means that no row was ever removed.
          if (usage?.usedBytes !== sizeBytes) continue
          complete?.add(pack)
        }
        return { pack, offset: block.offset, sizeBytes: block.sizeBytes }
      }
      return undefined
    },
  }
}

/** Adapts the block index to the pack engine. */
function packIndex(index: IdbBlockIndex): PackIndex {
  return {
    async statesOf(packs, options) {
      const usages = await index.usagesOf(packs, options)
      return usages.map((usage) => {
        if (!usage) return 'lost'
        return usage.usedBytes > 0 ? 'used' : 'unused'
      })
    },
    async blocksIn(pack, table, options) {
      const blocks = await table()
      if (!blocks) return searchRows(pack, { index, ...options })
      const rows = await Promise.all(blocks.map(({ key }) => index.find(libraryKeyOf(key), options)))
      return blocks.filter((_, at) => rows[at]?.place?.pack === pack)
    },
    move: (blocks, options) =>
      index.move(
        blocks.map(({ from, ...block }) => ({ ...packedRow(block), from })),
        options,
      ),
    async placesOf(keys, options) {
      const rows = await Promise.all(keys.map((key) => index.find(libraryKeyOf(key), options)))
      return rows.map((row) => (row?.place ? { ...row.place, sizeBytes: row.sizeBytes } : row && 'apart'))
    },
    restore: ({ pack, sizeBytes, usedBytes, blocks }, options) =>
      index.restore(
        { pack, usage: { sizeBytes, usedBytes }, rows: blocks.map((block) => packedRow({ ...block, pack })) },
        options,
      ),
    forget: (packs, options) => index.forget(packs, options),
  }
}

interface SearchRowsOptions extends AbortOptions {
  readonly index: Pick<IdbBlockIndex, 'pages'>
}

/** The blocks whose rows name a pack, ordered by offset. Reads every row. */
async function searchRows(pack: number, { index, signal }: SearchRowsOptions): Promise<PackedBlock[]> {
  const blocks: PackedBlock[] = []
  for await (const rows of index.pages({ signal })) {
    for (const { key, sizeBytes, place } of rows) {
      if (place?.pack === pack) blocks.push({ key: blockKeyOf(key), offset: place.offset, sizeBytes })
    }
  }
  return blocks.sort((a, b) => a.offset - b.offset)
}

/** The index row of a block in a pack. */
export function packedRow({ key, pack, offset, sizeBytes }: PackRange & { readonly key: string }): IndexRow {
  return { key: libraryKeyOf(key), sizeBytes, place: { pack, offset } }
}
