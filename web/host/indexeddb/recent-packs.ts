import type { BlockRow, IndexRow } from './index-rows.ts'
import { resultOf } from './indexed-database.ts'

/** The blocks of one recent pack. */
interface RecentPack {
  readonly keys: readonly string[]
  /** Size in bytes and offset of each block, in the order of the keys. */
  readonly places: Uint32Array
}

/** A pack with fewer blocks gets its rows at once. */
const MIN_BLOCKS = 32

/** While there are so many recent packs, others get their rows at once: each process holds the blocks of all of them. */
const MAX_PACKS = 16

/**
 * Stores packs with many blocks as recent ones: one value names all of their blocks, which get their rows later. A row
 * takes the browser 40 to 70 µs, so 1,000 small files would wait longer for their rows than for everything else.
 *
 * Resolves to these packs. The caller adds all other rows in the same transaction, and counts these blocks too.
 */
export async function putRecent(
  recents: IDBObjectStore,
  rows: readonly IndexRow[],
): Promise<ReadonlySet<number>> {
  const large = [...Map.groupBy(rows, ({ place }) => place?.pack)].filter(
    (entry): entry is [number, IndexRow[]] => entry[0] !== undefined && entry[1].length >= MIN_BLOCKS,
  )
  if (large.length === 0) return new Set()
  const free = MAX_PACKS - (await resultOf(recents.count()))
  const taken = large.slice(0, Math.max(0, free))
  for (const [pack, blocks] of taken) {
    const keys = blocks.map(({ key }) => key)
    const places = Uint32Array.from(blocks.flatMap(({ sizeBytes, place }) => [sizeBytes, place?.offset ?? 0]))
    recents.put({ keys, places } satisfies RecentPack, pack)
  }
  return new Set(taken.map(([pack]) => pack))
}

/** Removes the oldest recent pack from their store and resolves to the rows of its blocks. `undefined` when there is none. */
export async function takeRecent(recents: IDBObjectStore): Promise<readonly IndexRow[] | undefined> {
  const [pack] = (await resultOf(recents.getAllKeys(undefined, 1))).map(Number)
  if (pack === undefined) return undefined
  const { keys, places } = await recentPack(recents, pack)
  recents.delete(pack)
  return keys.map((key, at) => ({ key, ...rowAt(pack, places, at) }))
}

/** The blocks of all recent packs. */
export interface RecentBlocks {
  readonly isEmpty: boolean
  /** The row that a block will get, by its key. */
  find(key: string): BlockRow | undefined
}

type FindBlock = RecentBlocks['find']

/**
 * Creates a reader of the recent packs in a transaction. A pack that it has read is not read again, because it never
 * changes.
 */
export function recentBlocksReader(): (recents: IDBObjectStore) => Promise<RecentBlocks> {
  let known: ReadonlyMap<number, FindBlock> = new Map()
  return async (recents) => {
    const packs = (await resultOf(recents.getAllKeys())).map(Number)
    const read = async (pack: number) =>
      [pack, known.get(pack) ?? blocksOf(pack, await recentPack(recents, pack))] as const
    const found = new Map(await Promise.all(packs.map(read)))
    known = found
    return {
      isEmpty: packs.length === 0,
      find(key) {
        for (const find of found.values()) {
          const row = find(key)
          if (row) return row
        }
        return undefined
      },
    }
  }
}

async function recentPack(recents: IDBObjectStore, pack: number): Promise<RecentPack> {
  const request: IDBRequest<RecentPack | undefined> = recents.get(pack)
  return (await resultOf(request)) ?? { keys: [], places: new Uint32Array() }
}

function blocksOf(pack: number, { keys, places }: RecentPack): FindBlock {
  const numbers = new Map(keys.map((key, at) => [key, at]))
  return (key) => {
    const at = numbers.get(key)
    return at === undefined ? undefined : rowAt(pack, places, at)
  }
}

function rowAt(pack: number, places: Uint32Array, at: number): BlockRow {
  return { sizeBytes: places[2 * at] ?? 0, place: { pack, offset: places[2 * at + 1] ?? 0 } }
}
