import type { BlockstoreTotals } from '../src/ports/blockstore.ts'

/** Blocks below this many bytes live in their index row for good: thirty times as fast as an object of their own. */
export const INLINE_BELOW_BYTES = 16 * 1024

/** Where a block lies in the bucket when it shares an object with others. */
export interface PackPlace {
  readonly pack: number
  /** In bytes. */
  readonly offset: number
}

/** What the index knows of a block without reading its bytes, which may be in the row and in the bucket. */
export interface IndexedBlock {
  readonly sizeBytes: number
  /** The bytes are in an object of its own. */
  readonly hasObject: boolean
  /** Where in a pack the bytes are; absent when they are in none. */
  readonly place: PackPlace | undefined
}

export interface FoundBlock extends IndexedBlock {
  /** When the row was added; later for one that was replaced. */
  readonly addedMs: number
  /** Absent when the bytes are in the bucket alone. */
  readonly bytes: Uint8Array<ArrayBuffer> | undefined
}

export interface NewIndexRow {
  readonly key: string
  readonly sizeBytes: number
  /** Compact: the whole buffer is stored. Absent when the bytes are in the bucket. */
  readonly bytes?: ArrayBuffer
}

/**
 * Which blocks exist, in the SQLite database of one Durable Object. A block without a row does not exist,
 * whatever the bucket holds. Keys are texts of `blockKey`, so that every host lists in the same order.
 *
 * Every call is synchronous: what it saw still holds until the caller awaits something.
 */
export interface BlockIndex {
  stat(key: string): IndexedBlock | undefined
  /** What {@link BlockIndex.stat} tells, and the bytes that stand in the row. */
  find(key: string): FoundBlock | undefined
  has(key: string): boolean
  /** Adds rows, all or none, each once; those already there stay as they are. */
  add(rows: readonly NewIndexRow[], addedMs: number): void
  /** Removes the row of a key, as {@link BlockIndex.remove} does, and adds this one, in one transaction. */
  replace(row: NewIndexRow, addedMs: number): void
  /** Removes a row, whose pack has so much less of use then. */
  remove(key: string): void
  /** Up to `limit` rows whose keys sort after `after`. */
  page(after: string, limit: number): { key: string; sizeBytes: number }[]
  totals(): BlockstoreTotals
  /** Counts all rows anew: for totals that may no longer be true. */
  recount(): void
}

/**
 * `object` is 1 when the bytes are in the bucket: under the key of the block where `pack` is NULL, else in that pack,
 * from `off` on. The bytes come last, so that a look at the other columns reads none of them. Of a pack, `used` are the
 * bytes that rows name; a number is never used again.
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

interface IndexRow extends Record<string, SqlStorageValue> {
  readonly size: number
  readonly object: number
  readonly pack: number | null
  readonly off: number | null
}

/** Opens the index, and makes its tables the first time. */
export function blockIndex(storage: DurableObjectStorage): BlockIndex {
  const { sql } = storage
  sql.exec(SCHEMA)

  const stat = (key: string) => {
    const [found] = sql
      .exec<IndexRow>('SELECT size, object, pack, off FROM blocks WHERE mh = ?', key)
      .toArray()
    return found && indexed(found)
  }
  const count = (blocks: number, sizeBytes: number) =>
    sql.exec('UPDATE block_totals SET blocks = blocks + ?, size = size + ? WHERE id = 1', blocks, sizeBytes)

  const add: BlockIndex['add'] = (rows, addedMs) =>
    storage.transactionSync(() => {
      let blocks = 0
      let addedBytes = 0
      for (const { key, sizeBytes, bytes } of rows) {
        const { rowsWritten } = sql.exec(
          'INSERT OR IGNORE INTO blocks (mh, size, added, object, bytes) VALUES (?, ?, ?, ?, ?)',
          ...[key, sizeBytes, addedMs, bytes ? 0 : 1, bytes ?? null],
        )
        if (rowsWritten === 0) continue
        blocks += 1
        addedBytes += sizeBytes
      }
      if (blocks > 0) count(blocks, addedBytes)
    })
  const remove: BlockIndex['remove'] = (key) =>
    storage.transactionSync(() => {
      const found = stat(key)
      if (!found) return
      sql.exec('DELETE FROM blocks WHERE mh = ?', key)
      if (found.place) {
        sql.exec('UPDATE packs SET used = used - ? WHERE id = ?', found.sizeBytes, found.place.pack)
      }
      count(-1, -found.sizeBytes)
    })

  return {
    stat,
    find(key) {
      const [found] = sql
        .exec<IndexRow & { added: number; bytes: ArrayBuffer | null }>(
          'SELECT size, object, pack, off, added, bytes FROM blocks WHERE mh = ?',
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
    add,
    replace: (row, addedMs) =>
      storage.transactionSync(() => {
        const [before] = sql
          .exec<{ added: number }>('SELECT added FROM blocks WHERE mh = ?', row.key)
          .toArray()
        remove(row.key)
        add([row], Math.max(addedMs, before ? before.added + 1 : 0))
      }),
    remove,
    page: (after, limit) =>
      sql
        .exec<{ mh: string; size: number }>(
          'SELECT mh, size FROM blocks WHERE mh > ? ORDER BY mh LIMIT ?',
          ...[after, limit],
        )
        .toArray()
        .map(({ mh, size }) => ({ key: mh, sizeBytes: size })),
    totals() {
      const { blocks, size } = sql
        .exec<{ blocks: number; size: number }>('SELECT blocks, size FROM block_totals WHERE id = 1')
        .one()
      return { blocks, sizeBytes: size }
    },
    recount() {
      sql.exec('INSERT OR REPLACE INTO block_totals SELECT 1, COUNT(*), COALESCE(SUM(size), 0) FROM blocks')
    },
  }
}

function indexed({ size, object, pack, off }: IndexRow): IndexedBlock {
  const place = pack === null || off === null ? undefined : { pack, offset: off }
  return { sizeBytes: size, hasObject: object === 1 && !place, place }
}
