import { INLINE_BELOW_BYTES, SIZE_SQL } from './block-index.ts'

export interface WaitingBlock {
  readonly key: string
  readonly sizeBytes: number
}

/**
 * The large blocks whose bytes are in their index rows: those that wait for a place in the bucket, and those
 * that have one and are kept for reading until their room is needed. Calls are synchronous, like those of the
 * index.
 */
export interface HotRows {
  /** Bytes of large blocks in rows, and of those among them that are not in the bucket. */
  count(): { heldBytes: number; waitingBytes: number }
  /** The oldest blocks that are only in rows, in order of arrival. */
  waiting(limit: number): readonly WaitingBlock[]
  /**
   * Removes bytes from the oldest rows of blocks that are also in the bucket, until `sizeBytes` are free or
   * none is left.
   */
  evict(sizeBytes: number): void
}

/** Partial indexes, so that rows of all other blocks cost nothing. */
const SCHEMA = `
  CREATE INDEX IF NOT EXISTS blocks_waiting ON blocks (added, size) WHERE object = 0 AND size >= ${INLINE_BELOW_BYTES};
  CREATE INDEX IF NOT EXISTS blocks_kept ON blocks (added, size) WHERE object = 1 AND bytes IS NOT NULL;
`
const WAITING = `object = 0 AND size >= ${INLINE_BELOW_BYTES}`
const KEPT = 'object = 1 AND bytes IS NOT NULL'
/** Rows that one query of an eviction names. */
const EVICT_PAGE = 256

/** Requires the tables of the index. */
export function hotRows(storage: DurableObjectStorage): HotRows {
  const { sql } = storage
  sql.exec(SCHEMA)

  const sum = (rows: string) =>
    sql.exec<{ total: number }>(`SELECT COALESCE(SUM(size), 0) AS total FROM blocks WHERE ${rows}`).one()
      .total

  const evictPage = (sizeBytes: number) => {
    const rows = sql.exec<{ rowid: number; size: number }>(
      `SELECT rowid, size FROM blocks WHERE ${KEPT} ORDER BY added LIMIT ?`,
      EVICT_PAGE,
    )
    let freed = 0
    for (const { rowid, size } of rows.toArray()) {
      if (freed >= sizeBytes) break
      sql.exec('UPDATE blocks SET bytes = NULL WHERE rowid = ?', rowid)
      freed += size
    }
    return freed
  }

  return {
    count() {
      const waitingBytes = sum(WAITING)
      return { waitingBytes, heldBytes: waitingBytes + sum(KEPT) }
    },
    waiting: (limit) =>
      sql
        .exec<{ mh: string; sizeBytes: number }>(
          `SELECT mh, ${SIZE_SQL} AS sizeBytes FROM blocks WHERE ${WAITING} ORDER BY added, size, rowid LIMIT ?`,
          limit,
        )
        .toArray()
        .map(({ mh, sizeBytes }) => ({ key: mh, sizeBytes })),
    evict(sizeBytes) {
      storage.transactionSync(() => {
        for (let left = sizeBytes; left > 0; ) {
          const freed = evictPage(left)
          if (freed === 0) return
          left -= freed
        }
      })
    },
  }
}
