import type { ByteBudget } from '../../../src/blocks/byte-budget.ts'
import type { PackLock } from '../../../src/packs/pack-lock.ts'
import type { AbortOptions } from '../../../src/ports/abort.ts'
import type { Blockstore } from '../../../src/ports/blockstore.ts'
import type { BlobPackFiles } from '../packs/read-blobs.ts'
import { systemClock } from '../system-clock.ts'
import { webLocks } from '../web-locks.ts'
import { bytesLock } from './bytes-lock.ts'
import { compactPacks } from './compact-packs.ts'
import { groupRemovals } from './grouped-removals.ts'
import { idbBlockIndex } from './idb-block-index.ts'
import { idbPacks, packedRow } from './idb-packs.ts'
import { type IndexRow, PAGE_ROWS, type RemovedRow } from './index-rows.ts'
import { type IndexedDatabase, readable } from './indexed-database.ts'
import { blockKeyOf, cidOfLibraryKey, libraryKey } from './library-key.ts'
import { lostBlocks } from './lost-blocks.ts'
import { isSmall, isSmallNode, nodeRow, splitPacked } from './place-blocks.ts'
import { readBlocks } from './read-blocks.ts'
import { readLease, withoutLeases } from './read-lease.ts'
import { openSingleBlocks, type SingleBlocksOptions } from './single-blocks.ts'

export interface IdbBlockstoreOptions extends SingleBlocksOptions {
  /** The open meta database, which holds the index. */
  readonly meta: IndexedDatabase
  /** Where packs are stored. */
  readonly files: BlobPackFiles
  /** The write budget of the node, which limits the memory for reading and rewriting packs. */
  readonly budget: ByteBudget
}

/**
 * {@link Blockstore} over two databases. Single blocks and small ones are in the database of `blockstore-idb`,
 * in its layout. That library writes each block in a transaction of its own, stores the whole buffer behind a
 * view, and lets the browser create a file for each large value. Here a batch is one transaction, views are
 * copied, and large blocks of one batch are stored in packs. Small nodes of calendar and ledger, and small
 * blocks written with them, are in their index rows.
 *
 * No transaction can span two databases. So bytes are written before their index row, and a lock prevents a
 * removal between the two writes.
 */
export async function idbBlockstore(options: IdbBlockstoreOptions): Promise<Blockstore> {
  const { location, meta } = options
  const singles = await openSingleBlocks(options)
  const index = idbBlockIndex(meta)
  const bytes = bytesLock({ locks: webLocks(location), clock: systemClock() })
  const reads = `${location}/reads`
  const lease = readLease({ shared: (task) => navigator.locks.request(reads, { mode: 'shared' }, task) })
  const lock: PackLock = {
    shared: bytes.shared,
    exclusive(task, options) {
      const removal = () => {
        lease.end()
        return withoutLeases(reads, task)
      }
      return bytes.exclusive(removal, options)
    },
  }
  const packs = idbPacks({ ...options, index, lock, lease })
  const findLost = lostBlocks({ ...options, index })
  const compact: Blockstore['compact'] = (options) => compactPacks({ index, packs, lock, ...options })

  const putMany: Blockstore['putMany'] = async (blocks, { signal, onAdded } = {}) => {
    const fitsRow = blocks.some(isSmallNode) ? isSmall : isSmallNode
    const nodes = blocks.filter(fitsRow).map(nodeRow)
    const held = new Map(
      blocks.flatMap((block) => (fitsRow(block) ? [] : [[libraryKey(block.cid), block.bytes]])),
    )
    const addRows = async (rows: readonly IndexRow[]) => {
      const added = await index.add(rows, { signal })
      onAdded?.(added.map(cidOfLibraryKey))
    }
    // Bytes and row are written in one transaction, so no lock is needed.
    if (held.size === 0) return addRows(nodes)
    let undo: (() => Promise<void>) | undefined
    let lost: readonly string[] = []
    const store = async () => {
      const keys = await index.absent([...held.keys()], { signal })
      const absent = keys.flatMap((key) => {
        const bytes = held.get(key)
        return bytes ? [{ key, bytes, sizeBytes: bytes.byteLength }] : []
      })
      if (absent.length < held.size) {
        const isAbsent = new Set(keys)
        lost = await findLost(
          [...held.keys()].filter((key) => !isAbsent.has(key)),
          { signal },
        )
      }
      if (absent.length + nodes.length === 0) return
      const { singles: single, packed } = splitPacked(absent)
      const appending = packs.append(
        packed.map(({ key, bytes }) => ({ key: blockKeyOf(key), bytes })),
        { signal },
      )
      const writing = single.length === 0 ? undefined : singles.write(single, { signal })
      undo = async () => {
        const [appended] = await Promise.allSettled([appending, writing])
        const placed = appended.status === 'fulfilled' ? appended.value : []
        await packs.discard([...new Set(placed.map(({ pack }) => pack))])
        await removeUnindexed(single.map(({ key }) => key))
      }
      const [placed] = await Promise.all([appending, writing])
      await addRows([...nodes, ...single, ...placed.map(packedRow)])
    }
    try {
      await lock.shared(store, { signal })
    } catch (error) {
      // Bytes that remain are swept later, like those of a killed process.
      if (undo) await lock.exclusive(undo).catch(() => undefined)
      throw error
    }
    for (const key of lost) {
      const bytes = held.get(key)
      if (bytes) await replace(cidOfLibraryKey(key), bytes, { signal })
    }
  }

  /** Removes bytes that no row names any more: those stored singly, and packs without a row. */
  const removeBytes = async (
    { removed, single }: { removed: readonly (RemovedRow | undefined)[]; single: readonly string[] },
    { signal }: AbortOptions = {},
  ) => {
    if (single.length > 0) await singles.remove(single, { signal })
    const left = new Map(
      removed.flatMap((row) => (row?.place && row.usage ? [[row.place.pack, row.usage] as const] : [])),
    )
    const unused = [...left].flatMap(([pack, { usedBytes }]) => (usedBytes === 0 ? [pack] : []))
    if (unused.length > 0) await packs.remove(unused, { signal })
  }
  const isSingle = (row: RemovedRow | undefined) => !row?.inRow && !row?.place
  const remove = groupRemovals({
    lock,
    async removeTogether(keys) {
      const removed = await index.remove(keys)
      await removeBytes({ removed, single: keys.filter((_, at) => isSingle(removed[at])) })
    },
  })

  const replace: Blockstore['replace'] = async (cid, bytes, { signal } = {}) => {
    const key = libraryKey(cid)
    const row = isSmallNode({ cid, bytes }) ? nodeRow({ cid, bytes }) : { key, sizeBytes: bytes.byteLength }
    const store = async () => {
      if (!row.inRow) await singles.write([{ key, bytes }], { signal })
      const before = await index.replace(row, { signal })
      await removeBytes({ removed: [before], single: row.inRow && isSingle(before) ? [key] : [] }, { signal })
    }
    await lock.exclusive(store, { signal })
  }

  /** Removes singly stored bytes that have no row, and returns their number. The caller holds the lock exclusively. */
  const removeUnindexed = async (keys: readonly string[], signal?: AbortSignal) => {
    const garbage = await index.absent(keys, { signal })
    if (garbage.length > 0) await singles.remove(garbage, { signal })
    return garbage.length
  }

  /** Removes one page of bytes without rows. Returns the last key of the page, which is absent for the last page. */
  const sweepPage = async (after: string | undefined, signal: AbortSignal | undefined) => {
    const keys = await singles.keysAfter(after, { signal })
    const removed = await removeUnindexed(keys, signal)
    return { removed, last: keys.length < PAGE_ROWS ? undefined : keys.at(-1) }
  }

  return {
    get: readBlocks({ singles, index, packs }),
    has: async (cid, options) => (await index.find(libraryKey(cid), options)) !== undefined,
    put: (cid, bytes, options) => putMany([{ cid, bytes }], options),
    putMany,
    replace,
    async *copies(cid, { signal } = {}) {
      const key = libraryKey(cid)
      const row = await index.find(key, { signal })
      if (!row) return
      const { place, sizeBytes, inRow } = row
      if (inRow) yield inRow
      else {
        const bytes = place
          ? await readable(packs.readAnew({ ...place, sizeBytes }, { signal }))
          : await readable(singles.read(key, { signal }))
        if (bytes?.byteLength === sizeBytes) yield bytes
      }
    },
    delete: (cid, options) => remove(libraryKey(cid), options),
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
    compact,
    async sweep({ signal } = {}) {
      const repaired = await packs.repair({ signal })
      let { removedBlocks } = repaired
      await compact({ signal })
      let after: string | undefined
      do {
        const page = await lock.exclusive(() => sweepPage(after, signal), { signal })
        removedBlocks += page.removed
        after = page.last
      } while (after !== undefined)
      return { ...repaired, removedBlocks }
    },
  }
}
