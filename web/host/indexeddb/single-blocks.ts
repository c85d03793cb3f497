import { IDBBlockstore } from 'blockstore-idb'
import { compactBytes } from '../../../src/codec/bytes/bytes.ts'
import type { Activity } from '../../../src/diagnostics/activity.ts'
import type { AbortOptions } from '../../../src/ports/abort.ts'
import { PAGE_ROWS } from './index-rows.ts'
import { openDatabase, resultOf } from './indexed-database.ts'
import { openError, withinOpenLimit } from './open-limit.ts'

export interface SingleBlocksOptions {
  /** Name of the `blockstore-idb` database, and of its object store. */
  readonly location: string
  readonly activity: Activity
  readonly onClosed?: (() => void) | undefined
}

/** The bytes of blocks that are stored each by itself, by the keys of `blockstore-idb`. */
export interface SingleBlocks {
  /** `undefined` for an absent key. */
  read(key: string, options: AbortOptions): Promise<Uint8Array | undefined>
  /** Stores copies in one transaction. */
  write(
    blocks: readonly { readonly key: string; readonly bytes: Uint8Array }[],
    options: AbortOptions,
  ): Promise<void>
  /** Removes all in one transaction. Absent keys are ignored. */
  remove(keys: readonly string[], options: AbortOptions): Promise<void>
  /** A page of keys in their order, from the first after `after` on. Fewer than {@link PAGE_ROWS} are the last. */
  keysAfter(after: string | undefined, options: AbortOptions): Promise<readonly string[]>
}

/**
 * Opens the database of `blockstore-idb`. The library creates it. Its own connection would block a deletion of the
 * database for ever, so it is replaced by ours. Throws `unavailable`.
 */
export async function openSingleBlocks({
  location,
  activity,
  onClosed,
}: SingleBlocksOptions): Promise<SingleBlocks> {
  await createByLibrary(location)
  const database = await openDatabase(location, {
    activity,
    onClosed,
    // Another program has deleted it meanwhile: a database without the store could not be repaired.
    upgrade: (created) => void created.createObjectStore(location),
  })
  const change = (signal: AbortSignal | undefined, requests: (store: IDBObjectStore) => void) =>
    database.transact({ stores: location, mode: 'readwrite', signal }, async (transaction) => {
      requests(transaction.objectStore(location))
      transaction.commit()
    })

  return {
    read: database.reader<Uint8Array>(location),
    write: (blocks, { signal }) =>
      change(signal, (store) => {
        for (const { key, bytes } of blocks) store.put(compactBytes(bytes), key)
      }),
    remove: (keys, { signal }) =>
      change(signal, (store) => {
        for (const key of keys) store.delete(key)
      }),
    async keysAfter(after, { signal }) {
      const range = after === undefined ? undefined : IDBKeyRange.lowerBound(after, true)
      const keys = await database.transact({ stores: location, mode: 'readonly', signal }, (transaction) =>
        resultOf(transaction.objectStore(location).getAllKeys(range, PAGE_ROWS)),
      )
      return keys.map(String)
    },
  }
}

async function createByLibrary(name: string): Promise<void> {
  const library = new IDBBlockstore(name)
  try {
    await withinOpenLimit(library.open(), { action: 'open', name, onLate: () => void library.close() })
  } catch (cause) {
    throw openError(name, cause)
  }
  await library.close()
}
