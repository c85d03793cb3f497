import type { AbortOptions } from '../../../ports/abort.ts'
import type { Datastore, Entry } from '../../../ports/datastore.ts'
import { keyOf, prefixRange } from '../../../state/keys.ts'
import { loadOnce } from '../../../state/load-once.ts'

/** Rows that others may write. Their number is limited: the oldest row makes room. */
export interface BoundedRows {
  get(key: Uint8Array, options?: AbortOptions): Promise<Uint8Array | undefined>
  /**
   * Writes a row. If `held` is given, throws `failed-precondition` unless it is the current value; `undefined` in it
   * means that there is none.
   */
  put(row: WrittenRow, options?: AbortOptions): Promise<void>
  delete(key: Uint8Array, options?: AbortOptions): Promise<void>
  /** Rows whose keys begin with these bytes. The keys are without the prefix of the rows. */
  range(beginning: Uint8Array, options?: AbortOptions): AsyncIterable<Entry>
}

export interface WrittenRow {
  readonly key: Uint8Array
  readonly value: Uint8Array
  readonly held?: { readonly value: Uint8Array | undefined }
}

export interface BoundedRowsOptions {
  readonly datastore: Pick<Datastore, 'get' | 'range' | 'batch'>
  /** Prefix of the rows in the Datastore. */
  readonly prefix: string
  readonly maxRows: number
}

/** After a restart the order of the rows is that of their keys. */
export function createBoundedRows({ datastore, prefix, maxRows }: BoundedRowsOptions): BoundedRows {
  const start = keyOf(prefix)
  const rowOf = (key: Uint8Array) => keyOf(start, key)
  /** The rows, oldest first, by text. */
  const loadRows = loadOnce(async () => {
    const rows = new Map<string, Uint8Array>()
    for await (const [row] of datastore.range(prefixRange(start))) rows.set(textOf(row), row)
    return rows
  })

  return {
    get: (key, options) => datastore.get(rowOf(key), options),
    async put({ key, value, held }, { signal } = {}) {
      const rows = await loadRows()
      const row = rowOf(key)
      const text = textOf(row)
      const [oldest] = rows.size >= maxRows && !rows.has(text) ? rows.values() : []
      await datastore.batch(
        [{ type: 'put', key: row, value }, ...(oldest ? [{ type: 'delete' as const, key: oldest }] : [])],
        held ? [{ key: row, value: held.value }] : [],
        { signal },
      )
      if (oldest) rows.delete(textOf(oldest))
      rows.delete(text)
      rows.set(text, row)
    },
    async delete(key, { signal } = {}) {
      const rows = await loadRows()
      const row = rowOf(key)
      await datastore.batch([{ type: 'delete', key: row }], [], { signal })
      rows.delete(textOf(row))
    },
    async *range(beginning, options) {
      for await (const [row, value] of datastore.range(prefixRange(rowOf(beginning)), options)) {
        yield [row.subarray(start.byteLength), value]
      }
    },
  }
}

const textOf = (key: Uint8Array) => String.fromCharCode(...key)
