import type { BlockstoreTotals } from '../src/ports/blockstore.ts'

/** A block as the index holds it: small ones with their bytes, others in the bucket. */
export interface IndexRow {
  readonly sizeBytes: number
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
  row(key: string): IndexRow | undefined
  has(key: string): boolean
  /** Adds rows, all or none, each once; those already there stay as they are. */
  add(rows: readonly NewIndexRow[], addedMs: number): void
  remove(key: string): void
  /** Up to `limit` rows whose keys sort after `after`. */
  page(after: string, limit: number): { key: string; sizeBytes: number }[]
  totals(): BlockstoreTotals
}

/** `pack` and `off` are for blocks that will share one object; none does yet. */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS blocks (
    mh TEXT PRIMARY KEY, size INTEGER NOT NULL, added INTEGER NOT NULL, pack INTEGER, off INTEGER, bytes BLOB
  );
  CREATE TABLE IF NOT EXISTS block_totals (
    id INTEGER PRIMARY KEY CHECK (id = 1), blocks INTEGER NOT NULL, size INTEGER NOT NULL
  );
  INSERT OR IGNORE INTO block_totals VALUES (1, 0, 0);
`

/** Opens the index, and makes its tables the first time. */
export function blockIndex(storage: DurableObjectStorage): BlockIndex {
  const { sql } = storage
  sql.exec(SCHEMA)

  const sizeOf = (key: string) =>
    sql.exec<{ size: number }>('SELECT size FROM blocks WHERE mh = ?', key).toArray()[0]?.size
  const count = (blocks: number, sizeBytes: number) =>
    sql.exec('UPDATE block_totals SET blocks = blocks + ?, size = size + ? WHERE id = 1', blocks, sizeBytes)

  return {
    row(key) {
      const [found] = sql
        .exec<{ size: number; bytes: ArrayBuffer | null }>('SELECT size, bytes FROM blocks WHERE mh = ?', key)
        .toArray()
      if (!found) return undefined
      return { sizeBytes: found.size, bytes: found.bytes === null ? undefined : new Uint8Array(found.bytes) }
    },
    has: (key) => sizeOf(key) !== undefined,
    add(rows, addedMs) {
      storage.transactionSync(() => {
        let blocks = 0
        let addedBytes = 0
        for (const { key, sizeBytes, bytes } of rows) {
          if (sizeOf(key) !== undefined) continue
          sql.exec(
            'INSERT INTO blocks (mh, size, added, bytes) VALUES (?, ?, ?, ?)',
            key,
            sizeBytes,
            addedMs,
            bytes ?? null,
          )
          blocks += 1
          addedBytes += sizeBytes
        }
        if (blocks > 0) count(blocks, addedBytes)
      })
    },
    remove(key) {
      storage.transactionSync(() => {
        const sizeBytes = sizeOf(key)
        if (sizeBytes === undefined) return
        sql.exec('DELETE FROM blocks WHERE mh = ?', key)
        count(-1, -sizeBytes)
      })
    },
    page: (after, limit) =>
      sql
        .exec<{ mh: string; size: number }>(
          'SELECT mh, size FROM blocks WHERE mh > ? ORDER BY mh LIMIT ?',
          after,
          limit,
        )
        .toArray()
        .map(({ mh, size }) => ({ key: mh, sizeBytes: size })),
    totals() {
      const { blocks, size } = sql
        .exec<{ blocks: number; size: number }>('SELECT blocks, size FROM block_totals WHERE id = 1')
        .one()
      return { blocks, sizeBytes: size }
    },
  }
}
