export interface PackedBlock {
  readonly key: string
  readonly sizeBytes: number
  /** Where in its pack it begins, in bytes. */
  readonly offset: number
}

export interface PlacedBlock extends PackedBlock {
  /** The pack it leaves; absent for a block that is in its row alone. */
  readonly from?: number
}

/** What the database knows of packs. Calls are synchronous, as those of the index are. */
export interface PackRows {
  /** A number that no pack has had, for one of so many bytes, which nothing needs until blocks are placed in it. */
  reserve(sizeBytes: number): number
  /** Names a pack in the rows of blocks, all at once; leaves out those that have gone or have another place meanwhile. */
  place(pack: number, blocks: readonly PlacedBlock[]): void
  /** The blocks that rows name in a pack, in the order of their bytes. */
  blocksOf(pack: number): readonly PackedBlock[]
  /** Numbers of packs of which a quarter or less is used, the emptiest first. */
  sparse(limit: number): readonly SparsePack[]
  /** The size of a pack in bytes, or `undefined` when there is none. */
  sizeOf(pack: number): number | undefined
  isUsed(pack: number): boolean
  /** Forgets packs that nothing needs. */
  forget(packs: readonly number[]): void
}

export interface SparsePack {
  readonly pack: number
  readonly usedBytes: number
}

/** A quarter: what is written anew is at most a third of what was removed before. */
const SPARSE = 'used * 4 <= size'
/** Partial indexes: the other rows cost them nothing. */
const SCHEMA = `
  CREATE INDEX IF NOT EXISTS packs_sparse ON packs (used) WHERE ${SPARSE};
  CREATE INDEX IF NOT EXISTS blocks_packed ON blocks (pack, off) WHERE pack IS NOT NULL;
`

/** Needs the tables of the index. */
export function packRows(storage: DurableObjectStorage): PackRows {
  const { sql } = storage
  sql.exec(SCHEMA)

  const use = (pack: number, bytes: number) =>
    sql.exec('UPDATE packs SET used = used + ? WHERE id = ?', bytes, pack)

  return {
    reserve: (sizeBytes) =>
      sql.exec<{ id: number }>('INSERT INTO packs (size, used) VALUES (?, 0) RETURNING id', sizeBytes).one()
        .id,
    place(pack, blocks) {
      storage.transactionSync(() => {
        for (const { key, sizeBytes, offset, from } of blocks) {
          const { rowsWritten } = sql.exec(
            'UPDATE blocks SET object = 1, pack = ?, off = ? WHERE mh = ? AND object = ? AND pack IS ?',
            ...[pack, offset, key, from === undefined ? 0 : 1, from ?? null],
          )
          if (rowsWritten === 0) continue
          use(pack, sizeBytes)
          if (from !== undefined) use(from, -sizeBytes)
        }
      })
    },
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
          `SELECT id, used FROM packs WHERE ${SPARSE} ORDER BY used LIMIT ?`,
          limit,
        )
        .toArray()
        .map(({ id, used }) => ({ pack: id, usedBytes: used })),
    sizeOf: (pack) =>
      sql.exec<{ size: number }>('SELECT size FROM packs WHERE id = ?', pack).toArray()[0]?.size,
    isUsed: (pack) => sql.exec('SELECT 1 FROM packs WHERE id = ? AND used > 0', pack).toArray().length > 0,
    forget(packs) {
      for (const pack of packs) sql.exec('DELETE FROM packs WHERE id = ? AND used = 0', pack)
    },
  }
}
