import type { BlockstoreTotals } from '../../../src/ports/blockstore.ts'
import type { PackPlace } from '../../../src/ports/pack-files.ts'
import { resultOf } from './indexed-database.ts'

/** Rows that one transaction reads. */
export const PAGE_ROWS = 1024

const TOTALS = 'block-totals'

/**
 * Size of the blocks that a pack was written with, and of those that rows name there. The latter never grows.
 * An unused pack keeps its usage until its file is removed. A pack has no usage when it was lost, or its writer
 * was killed.
 */
export interface PackUsage {
  readonly sizeBytes: number
  readonly usedBytes: number
}

/** The data of the index about a block. */
export interface BlockRow {
  readonly sizeBytes: number
  /** The bytes of a block that is stored in its row. The whole buffer is stored, so it must have no unused bytes. */
  readonly inRow?: Uint8Array | undefined
  /** The place of a block in a pack. A block with neither `place` nor `inRow` is stored singly. */
  readonly place?: PackPlace | undefined
}

export interface IndexRow extends BlockRow {
  readonly key: string
}

export interface MovedRow extends IndexRow {
  readonly from: number
}

export interface LostRows {
  readonly pack: number
  readonly usage: PackUsage
  readonly rows: readonly IndexRow[]
}

export interface RemovedRow extends BlockRow {
  /** The remaining usage of the block's pack. Absent for a block that was stored singly. */
  readonly usage?: PackUsage | undefined
}

/** The stored form: only the size, or the bytes, or size, pack and offset. */
export type StoredRow = number | Uint8Array | readonly [sizeBytes: number, pack: number, offset: number]

/** The object stores of one transaction that changes rows. */
export interface Changing {
  readonly index: IDBObjectStore
  readonly counters: IDBObjectStore
  readonly usages: IDBObjectStore
}

/**
 * Adds rows, and resolves to the keys of those that were not there. Rows of `recent` packs, which the caller has stored,
 * are counted and not added.
 */
export async function addRows(
  { index, counters, usages }: Changing,
  rows: readonly IndexRow[],
  recent: ReadonlySet<number> = new Set(),
): Promise<readonly string[]> {
  const add = (row: IndexRow) => (row.place && recent.has(row.place.pack)) || addRow(index, row)
  const [held, ...isNew] = await Promise.all([totalsIn(counters), ...rows.map(add)])
  const added = rows.filter((_, at) => isNew[at])
  const used = bytesByPack(added)
  for (const [pack, sizeBytes] of bytesByPack(rows)) {
    // Another writer may have stored all of its blocks meanwhile.
    usages.put({ sizeBytes, usedBytes: used.get(pack) ?? 0 } satisfies PackUsage, pack)
  }
  const sizeBytes = added.reduce((sum, row) => sum + row.sizeBytes, held.sizeBytes)
  counters.put({ blocks: held.blocks + added.length, sizeBytes } satisfies BlockstoreTotals, TOTALS)
  return added.map(({ key }) => key)
}

/** Adds rows of blocks that are counted already. A block that two writers have stored at the same time was counted twice. */
export async function addCountedRows(
  { index, counters, usages }: Changing,
  rows: readonly IndexRow[],
): Promise<void> {
  const isNew = await Promise.all(rows.map((row) => addRow(index, row)))
  const twice = rows.filter((_, at) => !isNew[at])
  if (twice.length > 0) await uncount({ counters, usages }, twice)
}

/** Adds a row. Resolves to false, without ending the transaction, if the row exists. */
function addRow(index: IDBObjectStore, row: IndexRow): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const request = index.add(storedRow(row), row.key)
  request.onsuccess = () => resolve(true)
  request.onerror = (event) => {
    if (request.error?.name !== 'ConstraintError') return reject(request.error)
    event.preventDefault()
    resolve(false)
  }
  return promise
}

/** Removes rows. Resolves to them in the order of the keys, each of which occurs once; `undefined` where there was none. */
export async function removeRows(
  { index, counters, usages }: Changing,
  keys: readonly string[],
): Promise<(RemovedRow | undefined)[]> {
  const stored = await Promise.all(keys.map((key) => storedIn(index, key)))
  const rows = stored.map((row) => (row === undefined ? undefined : rowOf(row)))
  const removed = rows.filter((row) => row !== undefined)
  if (removed.length === 0) return rows
  for (const [at, key] of keys.entries()) if (rows[at]) index.delete(key)
  const left = await uncount({ counters, usages }, removed)
  return rows.map((row) => row && { ...row, usage: row.place && left.get(row.place.pack) })
}

/** Subtracts blocks from the totals and from the usage of their packs. Resolves to the usages that are left. */
async function uncount(
  { counters, usages }: Pick<Changing, 'counters' | 'usages'>,
  removed: readonly BlockRow[],
): Promise<ReadonlyMap<number, PackUsage>> {
  const held = await totalsIn(counters)
  const sizeBytes = removed.reduce((left, row) => left - row.sizeBytes, held.sizeBytes)
  counters.put({ blocks: held.blocks - removed.length, sizeBytes } satisfies BlockstoreTotals, TOTALS)
  const left = new Map<number, PackUsage>()
  for (const [pack, freedBytes] of bytesByPack(removed)) {
    const before = await usageIn(usages, pack)
    if (!before) continue
    const usage = { ...before, usedBytes: Math.max(0, before.usedBytes - freedBytes) }
    usages.put(usage, pack)
    left.set(pack, usage)
  }
  return left
}

/** Usage of a pack that nothing uses. Its size no longer matters. */
export const UNUSED: PackUsage = { sizeBytes: 0, usedBytes: 0 }

export function usageIn(usages: IDBObjectStore, pack: number): Promise<PackUsage | undefined> {
  const request: IDBRequest<PackUsage | undefined> = usages.get(pack)
  return resultOf(request)
}

export function bytesByPack(rows: readonly BlockRow[]): Map<number, number> {
  const bytes = new Map<number, number>()
  for (const { place, sizeBytes } of rows) {
    if (place) bytes.set(place.pack, (bytes.get(place.pack) ?? 0) + sizeBytes)
  }
  return bytes
}

export function rowOf(stored: StoredRow): BlockRow {
  if (typeof stored === 'number') return { sizeBytes: stored }
  if (stored instanceof Uint8Array) return { sizeBytes: stored.byteLength, inRow: stored }
  const [sizeBytes, pack, offset] = stored
  return { sizeBytes, place: { pack, offset } }
}

export function storedRow({ sizeBytes, inRow, place }: BlockRow): StoredRow {
  return place ? [sizeBytes, place.pack, place.offset] : (inRow ?? sizeBytes)
}

export function storedIn(index: IDBObjectStore, key: string): Promise<StoredRow | undefined> {
  const request: IDBRequest<StoredRow | undefined> = index.get(key)
  return resultOf(request)
}

/**
 * A request takes eight times as long as a key more in the result of one. So all keys of a small index are read at
 * once.
 */
const KEYS_IN_TIME_OF_REQUEST = 4

/** Those of `keys` that have a row, in an index of so many `blocks`, and possibly other keys. */
export async function heldKeys(
  index: IDBObjectStore,
  { keys, blocks }: { readonly keys: readonly string[]; readonly blocks: number },
): Promise<ReadonlySet<IDBValidKey>> {
  const most = keys.length * KEYS_IN_TIME_OF_REQUEST
  if (blocks <= most) {
    const all = await resultOf(index.getAllKeys(undefined, most + 1))
    // More than were counted: the index is read in full only if it is small.
    if (all.length <= most) return new Set(all)
  }
  const found = await Promise.all(keys.map((key) => resultOf(index.getKey(key))))
  return new Set(found.filter((key) => key !== undefined))
}

export async function pageIn(index: IDBObjectStore, range: IDBKeyRange | undefined): Promise<IndexRow[]> {
  const request: IDBRequest<StoredRow[]> = index.getAll(range, PAGE_ROWS)
  const [keys, rows] = await Promise.all([resultOf(index.getAllKeys(range, PAGE_ROWS)), resultOf(request)])
  return rows.map((row, at) => ({ key: String(keys[at]), ...rowOf(row) }))
}

export async function totalsIn(counters: IDBObjectStore): Promise<BlockstoreTotals> {
  const request: IDBRequest<BlockstoreTotals | undefined> = counters.get(TOTALS)
  return (await resultOf(request)) ?? { blocks: 0, sizeBytes: 0 }
}
