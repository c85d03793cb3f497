import type { Activity } from '../../../src/diagnostics/activity.ts'
import { encodePackTable, type PackedBlock } from '../../../src/packs/pack-table.ts'
import type { AbortOptions } from '../../../src/ports/abort.ts'
import { type BlobPackFiles, blobReader } from '../packs/read-blobs.ts'
import { type IndexedDatabase, resultOf } from './indexed-database.ts'
import { blockKeyOf } from './library-key.ts'
import { PACKS } from './meta-database.ts'

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

export interface IdbPackFilesOptions {
  /** The open meta database. */
  readonly meta: IndexedDatabase
  readonly activity: Activity
}

/** Pack files in the meta database, one Blob for each pack, which the browser stores as a file. */
export function idbPackFiles({ meta, activity }: IdbPackFilesOptions): BlobPackFiles {
  const transact = <T>(
    mode: IDBTransactionMode,
    { signal }: AbortOptions,
    work: (packs: IDBObjectStore) => Promise<T>,
  ) => meta.transact({ stores: PACKS, mode, signal }, (transaction) => work(transaction.objectStore(PACKS)))
  const reader = blobReader({
    activity,
    open: (pack) =>
      transact('readonly', {}, async (packs) => {
        const request: IDBRequest<PackRecord | undefined> = packs.get(pack)
        const record = await resultOf(request)
        return record && fileOf(record)
      }),
  })

  return {
    ...reader,
    append: (files, options = {}) =>
      transact('readwrite', options, async (packs) => {
        const written = files.map((parts) => {
          const record: PackRecord = { bytes: new Blob(parts.map(plain)) }
          return resultOf(packs.add(record))
        })
        packs.transaction.commit()
        return (await Promise.all(written)).map(Number)
      }),
    async remove(numbers, options = {}) {
      await transact('readwrite', options, async (packs) => {
        for (const pack of numbers) packs.delete(pack)
      })
      numbers.forEach(reader.close)
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
