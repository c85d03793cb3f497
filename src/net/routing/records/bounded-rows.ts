import { binaryString } from '../../../codec/bytes/bytes.ts'
import { DomainError } from '../../../errors.ts'
import type { AbortOptions } from '../../../ports/abort.ts'
import type { Datastore, Entry, Operation } from '../../../ports/datastore.ts'
import { keyOf, prefixRange } from '../../../state/keys.ts'
import { loadOnce } from '../../../state/load-once.ts'
import { createLane } from '../../../streams/lane.ts'

/** Rows that others may write. Their number is limited: the oldest row makes room. The length of their keys is too. */
export interface BoundedRows {
  get(key: Uint8Array, options?: AbortOptions): Promise<Uint8Array | undefined>
  /**
   * Writes a row. If `held` is given, throws `failed-precondition` unless it is the current value; `undefined` in it
   * means that there is none. Throws `too-large` for a key of over 256 bytes, and `unavailable` if too many writes wait.
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

/** Every key is in memory, as bytes and as text. A block key of 80 bytes with a peer id has 181. */
const MAX_KEY_BYTES = 256

/** Writes that may wait. They run one after the other, so that each sees which rows the earlier ones have left. */
const MAX_WAITING = 1024

/** Rows over the limits that are removed in one batch, and the bytes of keys after which it ends. */
const BATCH_ROWS = 500
const BATCH_KEY_BYTES = 1024 * 1024

/** After a restart the order of the rows is that of their keys. */
export function createBoundedRows({ datastore, prefix, maxRows }: BoundedRowsOptions): BoundedRows {
  const start = keyOf(prefix)
  const rowOf = (key: Uint8Array) => keyOf(start, key)
  const isTooLong = (row: Uint8Array) => row.byteLength > start.byteLength + MAX_KEY_BYTES
  const turn = createLane({
    slots: 1,
    queue: {
      max: MAX_WAITING,
      full: () => new DomainError('unavailable', 'Cannot store row: too many writes wait, try again later'),
    },
  })
  /** The rows, oldest first, by text. Rows over the limits, which an earlier version or a lower limit leaves, are removed. */
  const loadRows = loadOnce(async () => {
    const rows = new Map<string, Uint8Array>()
    let surplus: Operation[] = []
    let surplusBytes = 0
    for await (const [key] of datastore.range(prefixRange(start))) {
      if (rows.size < maxRows && !isTooLong(key)) {
        rows.set(binaryString(key), key)
        continue
      }
      surplus.push({ type: 'delete', key })
      surplusBytes += key.byteLength
      if (surplus.length < BATCH_ROWS && surplusBytes < BATCH_KEY_BYTES) continue
      await datastore.batch(surplus, [])
      surplus = []
      surplusBytes = 0
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
    async put({ key, value, held }, { signal } = {}) {
      const row = rowOf(key)
      if (isTooLong(row)) {
        throw new DomainError('too-large', `Cannot store row: its key has over ${MAX_KEY_BYTES} bytes`)
      }
      const text = binaryString(row)
      const putRow = async (rows: Map<string, Uint8Array>) => {
        const [oldest] = rows.size >= maxRows && !rows.has(text) ? rows.values() : []
        await datastore.batch(
          [{ type: 'put', key: row, value }, ...(oldest ? [{ type: 'delete' as const, key: oldest }] : [])],
          held ? [{ key: row, value: held.value }] : [],
          { signal },
        )
        if (oldest) rows.delete(binaryString(oldest))
        rows.delete(text)
        rows.set(text, row)
      }
      await write(putRow, { signal })
    },
    delete(key, { signal } = {}) {
      const row = rowOf(key)
      const deleteRow = async (rows: Map<string, Uint8Array>) => {
        await datastore.batch([{ type: 'delete', key: row }], [], { signal })
        rows.delete(binaryString(row))
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
