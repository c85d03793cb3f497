import type { Activity } from '../../../src/diagnostics/activity.ts'
import { encodePackTable, type PackedBlock } from '../../../src/packs/pack-table.ts'
import type { AbortOptions } from '../../../src/ports/abort.ts'
import type { PackFiles, PackRange } from '../../../src/ports/pack-files.ts'
import { type IndexedDatabase, resultOf } from './indexed-database.ts'
import { blockKeyOf } from './library-key.ts'
import { PACKS } from './meta-database.ts'

/** Packs whose Blob objects are cached. Their bytes are not in memory. */
const MAX_OPEN = 16
/** Records that one transaction reads. */
const PAGE_RECORDS = 256

/**
 * A stored pack; its key is its number. Earlier versions wrote no table, and stored keys and sizes of the
 * blocks beside the bytes.
 */
interface PackRecord {
  readonly bytes: Blob
  /** Keys of `blockstore-idb`, ordered by offset. */
  readonly keys?: readonly string[]
  readonly sizes?: readonly number[]
}

/** {@link PackFiles} that also reports the sizes of files. */
export interface IdbPackFiles extends PackFiles {
  /** The size of a file in bytes, or `undefined` when it does not exist. */
  sizeOf(pack: number, options?: AbortOptions): Promise<number | undefined>
  /** Drops the cached Blob, so that the next read asks the database. */
  close(pack: number): void
}

export interface IdbPackFilesOptions {
  /** The open meta database. */
  readonly meta: IndexedDatabase
  readonly activity: Activity
}

/**
 * {@link PackFiles} in the meta database, one Blob for each pack, which the browser stores as a file. Another
 * process may remove the file of a cached Blob, so a failed read is repeated through the database.
 */
export function idbPackFiles({ meta, activity }: IdbPackFilesOptions): IdbPackFiles {
  const opened = new Map<number, Promise<Blob | undefined>>()

  const transact = <T>(
    mode: IDBTransactionMode,
    { signal }: AbortOptions,
    work: (packs: IDBObjectStore) => Promise<T>,
  ) => meta.transact({ stores: PACKS, mode, signal }, (transaction) => work(transaction.objectStore(PACKS)))
  const open = (pack: number) => {
    const blob =
      opened.get(pack) ??
      transact('readonly', {}, async (packs) => {
        const request: IDBRequest<PackRecord | undefined> = packs.get(pack)
        const record = await resultOf(request)
        return record && fileOf(record)
      })
    opened.delete(pack)
    opened.set(pack, blob)
    blob.then(
      (found) => found ?? opened.delete(pack),
      () => opened.delete(pack),
    )
    const [first] = opened.keys()
    if (opened.size > MAX_OPEN && first !== undefined) opened.delete(first)
    return blob
  }
  const readOnce = async ({ pack, offset, sizeBytes }: PackRange) => {
    const blob = await open(pack)
    if (!blob) return undefined
    const done = activity.enter('storage-operations')
    try {
      return new Uint8Array(await blob.slice(offset, offset + sizeBytes).arrayBuffer())
    } finally {
      done()
    }
  }

  return {
    append: (files, options = {}) =>
      transact('readwrite', options, async (packs) => {
        const written = files.map((parts) => {
          const record: PackRecord = { bytes: new Blob(parts.map(plain)) }
          return resultOf(packs.add(record))
        })
        packs.transaction.commit()
        return (await Promise.all(written)).map(Number)
      }),
    async read(range, { signal } = {}) {
      signal?.throwIfAborted()
      const bytes = await readOnce(range).catch(() => {
        opened.delete(range.pack)
        return readOnce(range)
      })
      signal?.throwIfAborted()
      return bytes
    },
    async sizeOf(pack, { signal } = {}) {
      const blob = await open(pack)
      signal?.throwIfAborted()
      return blob?.size
    },
    close: (pack) => void opened.delete(pack),
    async remove(numbers, options = {}) {
      await transact('readwrite', options, async (packs) => {
        for (const pack of numbers) packs.delete(pack)
      })
      for (const pack of numbers) opened.delete(pack)
    },
    async *list(options = {}) {
      let after = 0
      for (;;) {
        const page = await transact('readonly', options, async (packs) => {
          const range = IDBKeyRange.lowerBound(after, true)
          const request: IDBRequest<PackRecord[]> = packs.getAll(range, PAGE_RECORDS)
          const [keys, records] = await Promise.all([
            resultOf(packs.getAllKeys(range, PAGE_RECORDS)),
            resultOf(request),
          ])
          return records.map((record, at) => ({
            pack: Number(keys[at]),
            sizeBytes: fileOf(record).size,
            blocks: record.keys?.length,
          }))
        })
        if (page.length > 0) yield page
        const last = page.at(-1)
        if (last === undefined || page.length < PAGE_RECORDS) return
        after = last.pack
      }
    },
  }
}

/**
 * The pack file with a table, which is built from the stored keys for a pack of an earlier version. Without a
 * table when the keys are not valid.
 */
function fileOf({ bytes, keys, sizes }: PackRecord): Blob {
  if (!keys || !sizes) return bytes
  const blocks: PackedBlock[] = []
  let end = 0
  for (const [at, key] of keys.entries()) {
    const sizeBytes = sizes[at] ?? 0
    blocks.push({ key: blockKeyOf(key), offset: end, sizeBytes })
    end += sizeBytes
  }
  try {
    return new Blob([bytes, plain(encodePackTable(blocks))])
  } catch {
    return bytes
  }
}

/** Copies shared memory, which Blobs do not accept. */
function plain(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return isPlain(bytes) ? bytes : new Uint8Array(bytes)
}

function isPlain(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer
}
