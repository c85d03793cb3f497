import { equalBytes } from '../src/codec/bytes/bytes.ts'
import { DomainError } from '../src/errors.ts'
import type { Datastore, Entry, Expectation, Operation } from '../src/ports/datastore.ts'
import type { GroupCommit } from './group-commit.ts'
import { readCache } from './read-cache.ts'

/** SQLite in Durable Objects refuses rows of 2 MB. The difference is left for the key and the row's overhead. */
const MAX_VALUE_BYTES = 1_900_000
const FIRST_PAGE_ROWS = 16
const MAX_PAGE_ROWS = 256
/** Approximate memory for one page of a range. */
const PAGE_BYTES = 1024 * 1024

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS entries (key BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS generation (id INTEGER PRIMARY KEY CHECK (id = 1), value INTEGER NOT NULL);
  INSERT OR IGNORE INTO generation VALUES (1, 0);
`

/**
 * {@link Datastore} in the SQLite database of one Durable Object. A batch resolves once it is on disk. Throws
 * `too-large` for a value above 1.9 MB.
 */
export function sqliteDatastore(storage: DurableObjectStorage, commits: GroupCommit): Datastore {
  const { sql } = storage
  sql.exec(SCHEMA)
  const read = readCache((key) => held(sql, key))
  let generation = sql.exec<{ value: number }>('SELECT value FROM generation WHERE id = 1').one().value

  return {
    async get(key, { signal } = {}) {
      signal?.throwIfAborted()
      return read.get(key)
    },
    async *range({ gte, lt, reverse = false, limit = Number.POSITIVE_INFINITY }, { signal } = {}) {
      let bounds: Bounds = { gte: gte ?? new Uint8Array(0), lt }
      let left = limit
      let asked = FIRST_PAGE_ROWS
      while (left > 0) {
        signal?.throwIfAborted()
        const page = readPage(sql, bounds, { reverse, rows: Math.min(left, asked) })
        for (const entry of page) {
          signal?.throwIfAborted()
          yield entry
        }
        const last = page.at(-1)?.[0]
        if (last === undefined || page.length < asked) return
        left -= page.length
        bounds = reverse ? { ...bounds, lt: last } : { ...bounds, gte: successor(last) }
        asked = nextPageRows(page)
      }
    },
    async batch(operations, expect = [], { signal } = {}) {
      signal?.throwIfAborted()
      const change = () => {
        signal?.throwIfAborted()
        for (const expectation of expect) assertHolds(sql, expectation)
        for (const operation of operations) apply(sql, operation)
        sql.exec('UPDATE generation SET value = value + 1 WHERE id = 1')
      }
      await commits.run(() => {
        storage.transactionSync(change)
        for (const { key } of operations) read.forget(key)
        generation += 1
      })
    },
    async generation({ signal } = {}) {
      signal?.throwIfAborted()
      return generation
    },
  }
}

function held(sql: SqlStorage, key: Uint8Array): Uint8Array | undefined {
  const [row] = sql
    .exec<{ value: ArrayBuffer }>('SELECT value FROM entries WHERE key = ?', compact(key))
    .toArray()
  return row && new Uint8Array(row.value)
}

function assertHolds(sql: SqlStorage, { key, value }: Expectation): void {
  const found = held(sql, key)
  const holds = found === undefined || value === undefined ? found === value : equalBytes(found, value)
  if (!holds) throw new DomainError('failed-precondition', 'Cannot apply batch: a value has changed')
}

function apply(sql: SqlStorage, operation: Operation): void {
  if (operation.type === 'delete') {
    sql.exec('DELETE FROM entries WHERE key = ?', compact(operation.key))
    return
  }
  const { key, value } = operation
  if (key.byteLength + value.byteLength > MAX_VALUE_BYTES) {
    throw new DomainError(
      'too-large',
      `Cannot store value of ${value.byteLength} bytes: over the limit of a row`,
    )
  }
  sql.exec('INSERT OR REPLACE INTO entries VALUES (?, ?)', compact(key), compact(value))
}

interface Bounds {
  readonly gte: Uint8Array
  readonly lt: Uint8Array | undefined
}

/** Runs one query and reads it to its end: no cursor stays open while the consumer awaits. */
function readPage(
  sql: SqlStorage,
  { gte, lt }: Bounds,
  { reverse, rows }: { reverse: boolean; rows: number },
): Entry[] {
  const upper = lt === undefined ? '' : 'AND key < ?'
  const order = reverse ? 'DESC' : 'ASC'
  const bindings = [compact(gte), ...(lt === undefined ? [] : [compact(lt)]), rows]
  return sql
    .exec<{ key: ArrayBuffer; value: ArrayBuffer }>(
      `SELECT key, value FROM entries WHERE key >= ? ${upper} ORDER BY key ${order} LIMIT ?`,
      ...bindings,
    )
    .toArray()
    .map(({ key, value }) => [new Uint8Array(key), new Uint8Array(value)])
}

/** The number of rows that should fit the next page, estimated from the last one. */
function nextPageRows(page: readonly Entry[]): number {
  const pageBytes = page.reduce((sum, [key, value]) => sum + key.byteLength + value.byteLength, 1)
  return Math.max(1, Math.min(MAX_PAGE_ROWS, Math.floor((PAGE_BYTES * page.length) / pageBytes)))
}

/** The smallest key that is greater than this one. */
function successor(key: Uint8Array): Uint8Array {
  const next = new Uint8Array(key.byteLength + 1)
  next.set(key)
  return next
}

/** The database stores whole buffers, so a view must be copied. */
function compact(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer
}
