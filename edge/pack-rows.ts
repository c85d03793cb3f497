import type { MovedBlock, PackState, PlacedBlock, RestoredPack, SparsePack } from '../src/packs/pack-index.ts'
import type { PackedBlock } from '../src/packs/pack-table.ts'

/** The records of packs in the database. Calls are synchronous, like those of the index. */
export interface PackRows {
  /**
   * Reserves new numbers for packs of these sizes, greater than `above`. A pack counts as unused until rows
   * name it.
   */
  reserve(sizesBytes: readonly number[], above: number): number[]
  isEmpty(): boolean
  /** Records how large packs with exactly these blocks are, in the transaction that adds the rows of the blocks. */
  measure(blocks: readonly PlacedBlock[]): void
  /**
   * Sets the pack and the size of blocks in their rows atomically. Skips blocks that were removed or moved in the
   * meantime. Returns the number of blocks that it did not skip.
   */
  place(blocks: readonly NewPlace[]): number
  /** The blocks whose rows name this pack, ordered by offset. */
  blocksOf(pack: number): readonly PackedBlock[]
  /** Packs of which so little is in use that they are rewritten, the emptiest first. */
  sparse(limit: number): readonly SparsePack[]
  /** Packs with a file of at most this size that are not sparse, the oldest first. Reads all records. */
  small(maxBytes: number, limit: number): readonly SparsePack[]
  /** Size of all blocks that a pack was written with, or `undefined` for an unknown pack. */
  sizeOf(pack: number): number | undefined
  stateOf(pack: number): PackState
  /** False when no row names the pack any more. */
  isUsed(pack: number): boolean
  /** Counts anew how much of a pack is in use. */
  recount(pack: number): void
  /**
   * Adds rows for blocks that have none and updates the totals, changes the rows of the others, and recounts how much
   * of the pack is in use.
   */
  restore(pack: RestoredPack, restoredMs: number): void
  /** Deletes the records of packs that no row names. */
  forget(packs: readonly number[]): void
}

export interface NewPlace extends PlacedBlock, Partial<Pick<MovedBlock, 'from'>> {
  /** When the row was added from which the bytes were read. A row that was replaced since then keeps its own bytes. */
  readonly addedMs?: number | undefined
}

/** When a pack is sparse. Each has an index, so that all other rows cost nothing. */
const SPARSE = {
  /** In a bucket each rewrite is paid for: at most a quarter is in use, so it copies a third of what was removed. */
  bucket: { index: 'packs_sparse', condition: 'used * 4 <= size' },
  /** On a disk, space is scarce: after any removal of half the content, at most 0.6 of it is left in files. */
  disk: { index: 'packs_sparse_on_disk', condition: 'used * 6 <= size * 5' },
} as const

/** Requires the tables of the index. `home` is where new packs are written. */
export function packRows(storage: DurableObjectStorage, home: keyof typeof SPARSE): PackRows {
  const { sql } = storage
  const { index, condition } = SPARSE[home]
  for (const other of Object.values(SPARSE)) {
    if (other.index !== index) sql.exec(`DROP INDEX IF EXISTS ${other.index}`)
  }
  sql.exec(`
    CREATE INDEX IF NOT EXISTS ${index} ON packs (used) WHERE ${condition};
    CREATE INDEX IF NOT EXISTS blocks_packed ON blocks (pack, off) WHERE pack IS NOT NULL;
  `)

  const use = (pack: number, bytes: number) =>
    sql.exec('UPDATE packs SET used = used + ? WHERE id = ?', bytes, pack)
  const namedBytes = (pack: number) =>
    sql
      .exec<{ total: number }>('SELECT COALESCE(SUM(size), 0) AS total FROM blocks WHERE pack = ?', pack)
      .one().total

  const isUsed = (pack: number) =>
    sql.exec('SELECT 1 FROM blocks WHERE pack = ? LIMIT 1', pack).toArray().length > 0

  const measure = (blocks: readonly PlacedBlock[]) => {
    for (const [pack, placed] of Map.groupBy(blocks, (block) => block.pack)) {
      const sizeBytes = placed.reduce((sum, block) => sum + block.sizeBytes, 0)
      sql.exec('UPDATE packs SET size = ? WHERE id = ?', sizeBytes, pack)
    }
  }

  const place = (blocks: readonly NewPlace[]) =>
    storage.transactionSync(() => {
      let placed = 0
      measure(blocks)
      for (const { key, sizeBytes, pack, offset, from, addedMs } of blocks) {
        const { rowsWritten } = sql.exec(
          `UPDATE blocks SET object = 1, size = ?, pack = ?, off = ?
            WHERE mh = ? AND pack IS ? AND (pack IS NOT NULL OR object = 0) AND added = IFNULL(?, added)`,
          ...[sizeBytes, pack, offset, key, from ?? null, addedMs ?? null],
        )
        if (rowsWritten === 0) continue
        placed += 1
        use(pack, sizeBytes)
        if (from !== undefined) use(from, -sizeBytes)
      }
      return placed
    })

  return {
    measure,
    reserve: (sizesBytes, above) =>
      storage.transactionSync(() => {
        if (above > 0) {
          // SQLite never assigns a number that it has seen, nor a smaller one.
          sql.exec('INSERT OR IGNORE INTO packs (id, size, used) VALUES (?, 0, 0)', above)
          sql.exec('DELETE FROM packs WHERE id = ? AND size = 0', above)
        }
        return sizesBytes.map(
          (sizeBytes) =>
            sql
              .exec<{ id: number }>('INSERT INTO packs (size, used) VALUES (?, 0) RETURNING id', sizeBytes)
              .one().id,
        )
      }),
    isEmpty: () => sql.exec('SELECT 1 FROM packs LIMIT 1').toArray().length === 0,
    place,
    blocksOf: (pack) =>
      sql
        .exec<{ mh: string; size: number; off: number }>(
          'SELECT mh, size, off FROM blocks WHERE pack = ? ORDER BY off',
          pack,
        )
        .toArray()
        .map(({ mh, size, off }) => ({ key: mh, sizeBytes: size, offset: off })),
    sparse: (limit) =>
      sql
        .exec<{ id: number; used: number }>(
          `SELECT id, used FROM packs WHERE ${condition} ORDER BY used LIMIT ?`,
          limit,
        )
        .toArray()
        .map(({ id, used }) => ({ pack: id, usedBytes: used })),
    small: (maxBytes, limit) =>
      sql
        .exec<{ id: number; used: number }>(
          `SELECT id, used FROM packs WHERE size <= ? AND NOT (${condition}) ORDER BY id LIMIT ?`,
          ...[maxBytes, limit],
        )
        .toArray()
        .map(({ id, used }) => ({ pack: id, usedBytes: used })),
    sizeOf: (pack) =>
      sql.exec<{ size: number }>('SELECT size FROM packs WHERE id = ?', pack).toArray()[0]?.size,
    stateOf(pack) {
      const [row] = sql.exec<{ used: number }>('SELECT used FROM packs WHERE id = ?', pack).toArray()
      if (row?.used !== namedBytes(pack)) return 'lost'
      return row.used === 0 ? 'unused' : 'used'
    },
    isUsed,
    recount(pack) {
      sql.exec('UPDATE packs SET used = ? WHERE id = ?', namedBytes(pack), pack)
    },
    restore({ pack, sizeBytes, blocks }, restoredMs) {
      storage.transactionSync(() => {
        place(blocks.flatMap((block) => (block.from === undefined ? [] : { ...block, pack })))
        for (const block of blocks) {
          if (block.from !== undefined) continue
          const { rowsWritten } = sql.exec(
            'INSERT OR IGNORE INTO blocks (mh, size, added, object, pack, off) VALUES (?, ?, ?, 1, ?, ?)',
            ...[block.key, block.sizeBytes, restoredMs, pack, block.offset],
          )
          if (rowsWritten === 0) continue
          sql.exec(
            'UPDATE block_totals SET blocks = blocks + 1, size = size + ? WHERE id = 1',
            block.sizeBytes,
          )
        }
        sql.exec('INSERT OR REPLACE INTO packs VALUES (?, ?, ?)', pack, sizeBytes, namedBytes(pack))
      })
    },
    forget(packs) {
      // Not by their number of used bytes, which may be damaged on disk.
      for (const pack of packs.filter((each) => !isUsed(each)))
        sql.exec('DELETE FROM packs WHERE id = ?', pack)
    },
  }
}
