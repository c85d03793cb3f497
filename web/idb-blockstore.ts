import { IDBBlockstore } from 'blockstore-idb'
import { blockKey, type CID, cidOfBlockKey } from '../src/codec/cid.ts'
import type { Activity } from '../src/diagnostics/activity.ts'
import type { Blockstore } from '../src/ports/blockstore.ts'
import { idbBlockIndex, PAGE_ROWS } from './idb-block-index.ts'
import { answer, type IndexedDatabase, openDatabase } from './indexed-database.ts'

export interface IdbBlockstoreOptions {
  /** Name of the database of `blockstore-idb`, and of the object store in it. */
  readonly location: string
  /** The open meta database, which holds the index. */
  readonly meta: IndexedDatabase
  readonly activity: Activity
  readonly onClosed?: (() => void) | undefined
}

/**
 * {@link Blockstore} over the database of `blockstore-idb`, in its layout: any program that knows the library
 * can read it. The library writes each block in a transaction of its own and stores the whole buffer behind a
 * view; here a batch is one transaction and views are copied.
 *
 * One transaction cannot span two databases. So bytes are complete before their index row is written, and a
 * lock keeps a removal from falling between the two.
 */
export async function idbBlockstore(options: IdbBlockstoreOptions): Promise<Blockstore> {
  const { location, meta } = options
  const database = await openBlocks(options)
  const index = idbBlockIndex(meta)
  const guarded = <T>(mode: LockMode, task: () => Promise<T>): Promise<T> =>
    navigator.locks.request(`${location}/bytes`, { mode }, task)
  const read = <T>(signal: AbortSignal | undefined, request: (store: IDBObjectStore) => IDBRequest<T>) =>
    database.transact({ stores: location, mode: 'readonly', signal }, (transaction) =>
      answer(request(transaction.objectStore(location))),
    )
  const write = (signal: AbortSignal | undefined, requests: (store: IDBObjectStore) => void) =>
    database.transact({ stores: location, mode: 'readwrite', signal }, async (transaction) => {
      requests(transaction.objectStore(location))
      transaction.commit()
    })

  const putMany: Blockstore['putMany'] = (blocks, { signal } = {}) => {
    const given = new Map(blocks.map(({ cid, bytes }) => [libraryKey(cid), bytes]))
    const store = async () => {
      const keys = await index.absent([...given.keys()], { signal })
      const rows = keys.flatMap((key) => {
        const bytes = given.get(key)
        return bytes ? [{ key, bytes, sizeBytes: bytes.byteLength }] : []
      })
      if (rows.length === 0) return
      await write(signal, (held) => {
        for (const { key, bytes } of rows) held.put(compact(bytes), key)
      })
      await index.add(rows, { signal })
    }
    return guarded('shared', store)
  }

  /** Removes one page of bytes without a row and returns the last key seen, which ends at the last page. */
  const sweepPage = async (after: string | undefined, signal: AbortSignal | undefined) => {
    const range = after === undefined ? undefined : IDBKeyRange.lowerBound(after, true)
    const keys = (await read(signal, (held) => held.getAllKeys(range, PAGE_ROWS))).map(String)
    const garbage = await index.absent(keys, { signal })
    if (garbage.length > 0) {
      await write(signal, (held) => {
        for (const key of garbage) held.delete(key)
      })
    }
    return { removed: garbage.length, last: keys.length < PAGE_ROWS ? undefined : keys.at(-1) }
  }

  return {
    async get(cid, { signal } = {}) {
      const key = libraryKey(cid)
      const [size, bytes] = await Promise.all([
        index.sizeOf(key, { signal }),
        read<Uint8Array | undefined>(signal, (held) => held.get(key)),
      ])
      return size === undefined ? undefined : bytes
    },
    has: async (cid, options) => (await index.sizeOf(libraryKey(cid), options)) !== undefined,
    put: (cid, bytes, options) => putMany([{ cid, bytes }], options),
    putMany,
    delete(cid, { signal } = {}) {
      const key = libraryKey(cid)
      const remove = async () => {
        await index.remove(key, { signal })
        await write(signal, (held) => held.delete(key))
      }
      return guarded('exclusive', remove)
    },
    async *list({ signal } = {}) {
      for await (const rows of index.pages({ signal })) {
        for (const { key, sizeBytes } of rows) {
          signal?.throwIfAborted()
          yield { cid: cidOfLibraryKey(key), sizeBytes }
        }
      }
    },
    async stat(cid, options) {
      const sizeBytes = await index.sizeOf(libraryKey(cid), options)
      return sizeBytes === undefined ? undefined : { sizeBytes }
    },
    totals: (options) => index.totals(options),
    async sweep({ signal } = {}) {
      let removed = 0
      let after: string | undefined
      do {
        const page = await guarded('exclusive', () => sweepPage(after, signal))
        removed += page.removed
        after = page.last
      } while (after !== undefined)
      return removed
    },
  }
}

/** The library makes the database; its own connection would block a deletion for ever, so ours takes its place. */
async function openBlocks({ location, activity, onClosed }: IdbBlockstoreOptions): Promise<IndexedDatabase> {
  const library = new IDBBlockstore(location)
  await library.open()
  await library.close()
  return openDatabase(location, { activity, onClosed })
}

/** The key that `blockstore-idb` gives a block: a slash and the multihash in upper-case base32. */
function libraryKey(cid: CID): string {
  return `/${blockKey(cid).toUpperCase()}`
}

function cidOfLibraryKey(key: string): CID {
  return cidOfBlockKey(key.slice(1).toLowerCase())
}

/** Bytes of their own: IndexedDB would store the whole buffer behind a view. */
function compact(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()
}
