import { DomainError } from '../../../errors.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Datastore, Entry, Operation } from '../../../ports/datastore.ts'
import { keyOf, prefixRange } from '../../../state/keys.ts'
import { loadOnce } from '../../../state/load-once.ts'
import { createLane } from '../../../streams/lane.ts'

/** Rows that others may write. Their number is limited: the oldest row makes room. */
export interface BoundedRows {
  get(key: Uint8Array, options?: AbortOptions): Promise<Uint8Array | undefined>
  /**
   * Writes a row. If `held` is given, throws `failed-precondition` unless it is the current value; `undefined` in it
   * means that there is none. Throws `unavailable` if too many writes wait.
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

/** Writes that may wait. They run one after the other, so that each sees which rows the earlier ones have left. */
const MAX_WAITING = 1024

/** Rows over the limit that are removed in one batch. */
const BATCH_ROWS = 500

/** After a restart the order of the rows is that of their keys. */
export function createBoundedRows({ datastore, prefix, maxRows }: BoundedRowsOptions): BoundedRows {
  const start = keyOf(prefix)
  const rowOf = (key: Uint8Array) => keyOf(start, key)
  const turn = createLane({
    slots: 1,
    queue: {
      max: MAX_WAITING,
      full: () => new DomainError('unavailable', 'Cannot store row: too many writes wait, try again later'),
    },
  })
  /** The rows, oldest first, by text. Rows over the limit, which an earlier version or a lower limit leaves, are removed. */
  const loadRows = loadOnce(async () => {
    const rows = new Map<string, Uint8Array>()
    let surplus: Operation[] = []
    for await (const [key] of datastore.range(prefixRange(start))) {
      if (rows.size < maxRows) rows.set(textOf(key), key)
      else surplus.push({ type: 'delete', key })
      if (surplus.length < BATCH_ROWS) continue
      await datastore.batch(surplus, [])
      surplus = []
    }
    if (surplus.length > 0) await datastore.batch(surplus, [])
    return rows
  })
  const write = async (
    change: (rows: Map<string, Uint8Array>) => Promise<void>,
    options: AbortOptions,
  ): Promise<void> => {
    const leave = await turn.enter(options)
    try {
      await change(await loadRows())
    } finally {
      leave()
    }
  }

  return {
    get: (key, options) => datastore.get(rowOf(key), options),
    put({ key, value, held }, { signal } = {}) {
      const row = rowOf(key)
      const text = textOf(row)
      const putRow = async (rows: Map<string, Uint8Array>) => {
        const [oldest] = rows.size >= maxRows && !rows.has(text) ? rows.values() : []
        await datastore.batch(
          [{ type: 'put', key: row, value }, ...(oldest ? [{ type: 'delete' as const, key: oldest }] : [])],
          held ? [{ key: row, value: held.value }] : [],
          { signal },
        )
        if (oldest) rows.delete(textOf(oldest))
        rows.delete(text)
        rows.set(text, row)
      }
      return write(putRow, { signal })
    },
    delete(key, { signal } = {}) {
      const row = rowOf(key)
      const deleteRow = async (rows: Map<string, Uint8Array>) => {
        await datastore.batch([{ type: 'delete', key: row }], [], { signal })
        rows.delete(textOf(row))
      }
      return write(deleteRow, { signal })
    },
    async *range(beginning, options) {
      for await (const [row, value] of datastore.range(prefixRange(rowOf(beginning)), options)) {
        yield [row.subarray(start.byteLength), value]
      }
    },
  }
}

const textOf = (key: Uint8Array) => String.fromCharCode(...key)
