import { IDBBlockstore } from 'blockstore-idb'
import type { ByteBudget } from '../../../src/blocks/byte-budget.ts'
import { DAG_CBOR_CODEC } from '../../../src/codec/cid/cid.ts'
import type { Activity } from '../../../src/diagnostics/activity.ts'
import { DomainError, isDomainError } from '../../../src/errors.ts'
import type { PackLock } from '../../../src/packs/pack-lock.ts'
import type { AbortOptions } from '../../../src/ports/abort.ts'
import type { Blockstore } from '../../../src/ports/blockstore.ts'
import { idbBlockIndex } from './idb-block-index.ts'
import { idbPacks, rowOf } from './idb-packs.ts'
import { PAGE_ROWS, type RemovedRow } from './index-rows.ts'
import { answer, type IndexedDatabase, openDatabase, readable } from './indexed-database.ts'
import { blockKeyOf, cidOfLibraryKey, libraryKey } from './library-key.ts'
import { compact, isSmall, isSmallNode, nodeRow, parted } from './place-blocks.ts'

export interface IdbBlockstoreOptions {
  /** Name of the database of `blockstore-idb`, and of the object store in it. */
  readonly location: string
  /** The open meta database, which holds the index and the packs. */
  readonly meta: IndexedDatabase
  readonly activity: Activity
  /** The write budget of the node: packs are written anew and read within it. */
  readonly budget: ByteBudget
  readonly onClosed?: (() => void) | undefined
}

/** A pack of which less than this part is used is written anew. */
const LEAST_USED = 1 / 4

/** Times that a block is looked for, when its pack is gone each time: it was written anew meanwhile. */
const MAX_LOOKS = 4

/**
 * {@link Blockstore} over two databases. Blocks that come alone, and small ones, are in that of `blockstore-idb`, in
 * its layout. The library writes each block in a transaction of its own, stores the whole buffer behind a view, and
 * leaves large values to the browser, which gives each a file: here a batch is one transaction, views are copied, and
 * large blocks that come together are kept in packs. Small nodes of calendar and ledger, and what is written with
 * them, are in their index rows.
 *
 * One transaction cannot span two databases. So bytes are complete before their index row is written, and a
 * lock keeps a removal from falling between the two.
 */
export async function idbBlockstore(options: IdbBlockstoreOptions): Promise<Blockstore> {
  const { location, meta } = options
  const database = await openBlocks(options)
  const index = idbBlockIndex(meta)
  const readSingle = database.reader<Uint8Array>(location)
  /** Where the last block was that is no node: most are where the one before was. */
  let isPacked = false
  let isInRow = false
  const guarded = <T>(mode: LockMode, task: () => Promise<T>): Promise<T> =>
    navigator.locks.request(`${location}/bytes`, { mode }, task)
  const lock: PackLock = {
    shared: (task) => guarded('shared', task),
    exclusive: (task) => guarded('exclusive', task),
  }
  const packs = idbPacks({ ...options, index, lock })
  const write = (signal: AbortSignal | undefined, requests: (store: IDBObjectStore) => void) =>
    database.transact({ stores: location, mode: 'readwrite', signal }, async (transaction) => {
      requests(transaction.objectStore(location))
      transaction.commit()
    })

  const putMany: Blockstore['putMany'] = async (blocks, { signal } = {}) => {
    const fitsRow = blocks.some(isSmallNode) ? isSmall : isSmallNode
    const nodes = blocks.filter(fitsRow).map(nodeRow)
    const held = new Map(
      blocks.flatMap((block) => (fitsRow(block) ? [] : [[libraryKey(block.cid), block.bytes]])),
    )
    // Bytes and row are one: nobody can come between the two.
    if (held.size === 0) return index.add(nodes, { signal })
    let undo: (() => Promise<void>) | undefined
    const store = async () => {
      const keys = await index.absent([...held.keys()], { signal })
      const absent = keys.flatMap((key) => {
        const bytes = held.get(key)
        return bytes ? [{ key, bytes, sizeBytes: bytes.byteLength }] : []
      })
      if (absent.length + nodes.length === 0) return
      const { singles, packed } = parted(absent)
      const appending = packs.append(
        packed.map(({ key, bytes }) => ({ key: blockKeyOf(key), bytes })),
        { signal },
      )
      const writing =
        singles.length === 0
          ? undefined
          : write(signal, (held) => {
              for (const { key, bytes } of singles) held.put(compact(bytes), key)
            })
      undo = async () => {
        const [appended] = await Promise.allSettled([appending, writing])
        const placed = appended.status === 'fulfilled' ? appended.value : []
        await packs.discard([...new Set(placed.map(({ pack }) => pack))])
        await removeUnindexed(singles.map(({ key }) => key))
      }
      const [placed] = await Promise.all([appending, writing])
      await index.add([...nodes, ...singles, ...placed.map(rowOf)], { signal })
    }
    try {
      await lock.shared(store)
    } catch (error) {
      // What stays behind all the same is swept as the bytes of a killed process are.
      if (undo) await lock.exclusive(undo).catch(() => undefined)
      throw error
    }
  }

  /** Removes the bytes of a row that is gone, unless the bytes that are kept by themselves are those of a new one. */
  const removeBytes = async (
    key: string,
    row: RemovedRow | undefined,
    { isSingle = false, signal }: AbortOptions & { readonly isSingle?: boolean },
  ) => {
    if (row?.inRow) return
    if (!row?.place) {
      if (!isSingle) await write(signal, (held) => held.delete(key))
    } else if (row.usage?.usedBytes === 0) await packs.remove([row.place.pack], { signal })
    else if (row.usage && row.usage.usedBytes < row.usage.sizeBytes * LEAST_USED) {
      await packs.rewrite([row.place.pack], { signal }).catch(unlessFull)
    }
  }

  /** Removes those of the bytes kept by themselves that have no row, and returns how many. The caller holds the lock exclusively. */
  const removeUnindexed = async (keys: readonly string[], signal?: AbortSignal) => {
    const garbage = await index.absent(keys, { signal })
    if (garbage.length > 0) {
      await write(signal, (held) => {
        for (const key of garbage) held.delete(key)
      })
    }
    return garbage.length
  }

  /** Removes one page of bytes without a row and returns the last key seen, which ends at the last page. */
  const sweepPage = async (after: string | undefined, signal: AbortSignal | undefined) => {
    const range = after === undefined ? undefined : IDBKeyRange.lowerBound(after, true)
    const stored = await database.transact({ stores: location, mode: 'readonly', signal }, (transaction) =>
      answer(transaction.objectStore(location).getAllKeys(range, PAGE_ROWS)),
    )
    const keys = stored.map(String)
    const removed = await removeUnindexed(keys, signal)
    return { removed, last: keys.length < PAGE_ROWS ? undefined : keys.at(-1) }
  }

  return {
    async get(cid, { signal } = {}) {
      const key = libraryKey(cid)
      const isNode = cid.code === DAG_CBOR_CODEC
      const recalled = isPacked && !isNode ? await packs.recall(cid, { signal }) : undefined
      const known = recalled && (await packs.read(recalled, { signal }))
      if (known) return known
      // Both at once where it is likely to be there; nobody may be left to hear of a failure.
      const early = isPacked || isInRow || isNode ? undefined : readSingle(key, { signal })
      early?.catch(() => undefined)
      for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
        const row = await index.find(key, { signal })
        if (!row) return undefined
        const { place, sizeBytes, inRow } = row
        if (!isNode) isInRow = inRow !== undefined
        if (inRow) return inRow
        isPacked = place !== undefined
        const bytes = await readable(
          place
            ? packs.read({ ...place, sizeBytes }, { signal })
            : (early ?? readSingle(key, { signal })).then((found) => found ?? readSingle(key, { signal })),
        )
        if (bytes) return bytes
      }
      throw new DomainError('corrupt', `Cannot read block "${key}": indexed, but its bytes are gone`)
    },
    has: async (cid, options) => (await index.find(libraryKey(cid), options)) !== undefined,
    put: (cid, bytes, options) => putMany([{ cid, bytes }], options),
    putMany,
    replace(cid, bytes, { signal } = {}) {
      const key = libraryKey(cid)
      const row = isSmallNode({ cid, bytes }) ? nodeRow({ cid, bytes }) : { key, sizeBytes: bytes.byteLength }
      const store = async () => {
        if (!row.inRow) await write(signal, (held) => held.put(compact(bytes), key))
        await removeBytes(key, await index.replace(row, { signal }), { isSingle: !row.inRow, signal })
      }
      return lock.exclusive(store)
    },
    async *copies(cid, { signal } = {}) {
      const key = libraryKey(cid)
      const row = await index.find(key, { signal })
      if (!row) return
      const { place, sizeBytes, inRow } = row
      if (inRow) yield inRow
      else {
        const bytes = place
          ? await readable(packs.readAnew({ ...place, sizeBytes }, { signal }))
          : await readable(readSingle(key, { signal }))
        if (bytes?.byteLength === sizeBytes) yield bytes
      }
    },
    delete(cid, { signal } = {}) {
      const key = libraryKey(cid)
      const remove = async () => {
        await removeBytes(key, await index.remove(key, { signal }), { signal })
      }
      return lock.exclusive(remove)
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
      const row = await index.find(libraryKey(cid), options)
      return row && { sizeBytes: row.sizeBytes }
    },
    totals: (options) => index.totals(options),
    async sweep({ signal } = {}) {
      const repaired = await packs.repair({ signal })
      let { removedBlocks } = repaired
      // A removal leaves them while the write budget has no room.
      for (const pack of await index.sparse(LEAST_USED, { signal })) {
        await lock.exclusive(() => packs.rewrite([pack], { signal }))
      }
      let after: string | undefined
      do {
        const page = await lock.exclusive(() => sweepPage(after, signal))
        removedBlocks += page.removed
        after = page.last
      } while (after !== undefined)
      return { ...repaired, removedBlocks }
    },
  }
}

/** A pack that there is no room to write anew stays as it is until its last block is removed. */
function unlessFull(error: unknown): void {
  if (!isDomainError(error, 'no-space')) throw error
}

/** The library makes the database; its own connection would block a deletion for ever, so ours takes its place. */
async function openBlocks({ location, activity, onClosed }: IdbBlockstoreOptions): Promise<IndexedDatabase> {
  const library = new IDBBlockstore(location)
  await library.open()
  await library.close()
  return openDatabase(location, { activity, onClosed })
}
