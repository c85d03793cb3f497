import type { BlockstoreTotals } from '../src/ports/blockstore.ts'
import type { PackPlace } from '../src/ports/pack-files.ts'

/** Smaller blocks stay in their index row permanently: thirty times as fast as an R2 object each. */
export const INLINE_BELOW_BYTES = 16 * 1024

/** What the index knows about a block without reading its bytes, which may be in the row, in the bucket, or both. */
export interface IndexedBlock {
  readonly sizeBytes: number
  /** The bytes are in an R2 object of their own. */
  readonly hasObject: boolean
  /** The position in a pack. Absent when the bytes are in none. */
  readonly place: PackPlace | undefined
}

export interface FoundBlock extends IndexedBlock {
  /** The time when the row was added or last replaced. */
  readonly addedMs: number
  /** Absent when the bytes are only in the bucket. */
  readonly bytes: Uint8Array<ArrayBuffer> | undefined
}

export interface NewIndexRow {
  readonly key: string
  readonly sizeBytes: number
  /** The whole buffer is stored, so it must have no unused bytes. Absent when the bytes are elsewhere. */
  readonly bytes?: ArrayBuffer
  /** The position in a pack. Without bytes and place, the bytes are in an R2 object of their own. */
  readonly place?: PackPlace
}

/**
 * The list of existing blocks, in the SQLite database of one Durable Object. A block without a row does not
 * exist, even if the bucket has its bytes. Keys are texts of `blockKey`, so that every host lists blocks in the
 * same order.
 *
 * Every call is synchronous: its result stays valid until the caller awaits something.
 */
export interface BlockIndex {
  stat(key: string): IndexedBlock | undefined
  /** The result of {@link BlockIndex.stat}, and the bytes in the row. */
  find(key: string): FoundBlock | undefined
  has(key: string): boolean
  /** Those of the distinct keys that have no row, in their order. */
  absent(keys: readonly string[]): string[]
  /**
   * Adds rows with distinct keys in one transaction, and their bytes to the used bytes of their packs. Existing
   * rows are not changed. Returns the keys of the rows that were added.
   */
  add(rows: readonly NewIndexRow[], addedMs: number): ReadonlySet<string>
  /** Replaces the row of a key in one transaction; see {@link BlockIndex.remove}. */
  replace(row: NewIndexRow, addedMs: number): void
  /** Removes a row, and subtracts its bytes from the used bytes of its pack. */
  remove(key: string): void
  /** Up to `limit` rows with keys after `after`, in order. */
  page(after: string, limit: number): { key: string; sizeBytes: number }[]
  totals(): BlockstoreTotals
  /** Recounts all rows, for totals that may be wrong. */
  recount(): void
}

/**
 * `object` is 1 when the bytes are in the bucket: in an object named for the block where `pack` is NULL,
 * otherwise in that pack at offset `off`. The bytes are the last column, so that queries of the other columns
 * do not read them. `used` is the size of the blocks in a pack that rows name. A pack number is never reused.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS blocks (
    mh TEXT PRIMARY KEY, size INTEGER NOT NULL, added INTEGER NOT NULL, object INTEGER NOT NULL,
    pack INTEGER, off INTEGER, bytes BLOB
  );
  CREATE TABLE IF NOT EXISTS block_totals (
    id INTEGER PRIMARY KEY CHECK (id = 1), blocks INTEGER NOT NULL, size INTEGER NOT NULL
  );
  INSERT OR IGNORE INTO block_totals VALUES (1, 0, 0);
  CREATE TABLE IF NOT EXISTS packs (
    id INTEGER PRIMARY KEY AUTOINCREMENT, size INTEGER NOT NULL, used INTEGER NOT NULL
  );
`

const COLUMNS = 'mh, size, added, object, pack, off, bytes'
/** The platform allows 100 values in one statement. */
const ROWS_AT_ONCE = 14
/** By the number of rows, so that the runtime keeps the prepared statements. */
const INSERTS = Array.from(
  { length: ROWS_AT_ONCE + 1 },
  (_, rows) =>
    `INSERT INTO blocks (${COLUMNS}) VALUES ${Array(rows).fill('(?, ?, ?, ?, ?, ?, ?)').join()}
      ON CONFLICT (mh) DO NOTHING RETURNING mh`,
)

interface IndexRow extends Record<string, SqlStorageValue> {
  readonly size: number
  readonly object: number
  readonly pack: number | null
  readonly off: number | null
}

/**
 * The size of the block of a row. The row's own number may be damaged on disk, which its bytes would not show. Their
 * length does not read them.
 */
export const SIZE_SQL = 'COALESCE(length(bytes), size)'

/** Opens the index, and creates its tables the first time. */
export function blockIndex(storage: DurableObjectStorage): BlockIndex {
  const { sql } = storage
  sql.exec(SCHEMA)

  const stat = (key: string) => {
    const [found] = sql
      .exec<IndexRow>(`SELECT ${SIZE_SQL} AS size, object, pack, off FROM blocks WHERE mh = ?`, key)
      .toArray()
    return found && indexed(found)
  }
  const count = (blocks: number, sizeBytes: number) =>
    sql.exec('UPDATE block_totals SET blocks = blocks + ?, size = size + ? WHERE id = 1', blocks, sizeBytes)

  const absent: BlockIndex['absent'] = (keys) => {
    const [only] = keys
    if (only === undefined) return []
    if (keys.length === 1) return stat(only) ? [] : [only]
    const found = sql.exec<{ mh: string }>(
      'SELECT mh FROM blocks WHERE mh IN (SELECT value FROM json_each(?))',
      JSON.stringify(keys),
    )
    const held = new Set(found.toArray().map(({ mh }) => mh))
    return held.size === 0 ? [...keys] : keys.filter((key) => !held.has(key))
  }
  const add: BlockIndex['add'] = (rows, addedMs) =>
    storage.transactionSync(() => {
      const keys = new Set<string>()
      for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
        const group = rows.slice(at, at + ROWS_AT_ONCE)
        const values = group.flatMap((row) => valuesOf(row, addedMs))
        for (const { mh } of sql.exec<{ mh: string }>(INSERTS[group.length] ?? '', ...values)) keys.add(mh)
      }
      const added = keys.size === rows.length ? rows : rows.filter(({ key }) => keys.has(key))
      if (added.length === 0) return keys
      for (const [pack, placed] of Map.groupBy(added, ({ place }) => place?.pack)) {
        if (pack === undefined) continue
        sql.exec('UPDATE packs SET used = used + ? WHERE id = ?', bytesOf(placed), pack)
      }
      count(added.length, bytesOf(added))
      return keys
    })
  const remove = (key: string) =>
    storage.transactionSync(() => {
      const found = stat(key)
      if (!found) return
      sql.exec('DELETE FROM blocks WHERE mh = ?', key)
      if (found.place) {
        sql.exec('UPDATE packs SET used = used - ? WHERE id = ?', found.sizeBytes, found.place.pack)
      }
      count(-1, -found.sizeBytes)
    })

  const recount = (pack?: number) => {
    sql.exec(
      `INSERT OR REPLACE INTO block_totals SELECT 1, COUNT(*), COALESCE(SUM(${SIZE_SQL}), 0) FROM blocks`,
    )
    if (pack === undefined) return
    const used = '(SELECT COALESCE(SUM(size), 0) FROM blocks WHERE pack = packs.id)'
    sql.exec(`UPDATE packs SET used = ${used} WHERE id = ?`, pack)
  }

  const readTotals = () => {
    const { blocks, size } = sql
      .exec<{ blocks: number; size: number }>('SELECT blocks, size FROM block_totals WHERE id = 1')
      .one()
    return { blocks, sizeBytes: size }
  }

  return {
    stat,
    find(key) {
      const [found] = sql
        .exec<IndexRow & { added: number; bytes: ArrayBuffer | null }>(
          `SELECT ${SIZE_SQL} AS size, object, pack, off, added, bytes FROM blocks WHERE mh = ?`,
          key,
        )
        .toArray()
      return (
        found && {
          ...indexed(found),
          addedMs: found.added,
          bytes: found.bytes ? new Uint8Array(found.bytes) : undefined,
        }
      )
    },
    has: (key) => stat(key) !== undefined,
    absent,
    add,
    replace: (row, addedMs) =>
      storage.transactionSync(() => {
        const [before] = sql
          .exec<{ added: number }>('SELECT added FROM blocks WHERE mh = ?', row.key)
          .toArray()
        const held = stat(row.key)
        remove(row.key)
        add([row], Math.max(addedMs, before ? before.added + 1 : 0))
        // A block has one size, so a number was damaged, and it is not known whether before or after it was counted.
        if (held && held.sizeBytes !== row.sizeBytes) recount(held.place?.pack)
      }),
    remove,
    page: (after, limit) =>
      sql
        .exec<{ mh: string; size: number }>(
          `SELECT mh, ${SIZE_SQL} AS size FROM blocks WHERE mh > ? ORDER BY mh LIMIT ?`,
          ...[after, limit],
        )
        .toArray()
        .map(({ mh, size }) => ({ key: mh, sizeBytes: size })),
    totals() {
      const counted = readTotals()
      // A row with a damaged size was removed, and more was subtracted than had been added for it.
      if (counted.sizeBytes >= 0) return counted
      recount()
      return readTotals()
    },
    recount: () => recount(),
  }
}

function valuesOf({ key, sizeBytes, bytes, place }: NewIndexRow, addedMs: number): SqlStorageValue[] {
  return [key, sizeBytes, addedMs, bytes ? 0 : 1, place?.pack ?? null, place?.offset ?? null, bytes ?? null]
}

function bytesOf(rows: readonly NewIndexRow[]): number {
  return rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}

function indexed({ size, object, pack, off }: IndexRow): IndexedBlock {
  const place = pack === null || off === null ? undefined : { pack, offset: off }
  // A number that damage has made another value could not be counted, so that the row could not be replaced either.
  const sizeBytes = Number.isSafeInteger(size) && size >= 0 ? size : 0
  return { sizeBytes, hasObject: object === 1 && !place, place }
}
