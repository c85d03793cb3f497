import { isDomainError } from '../../../src/errors.ts'
import type { Space } from '../../../src/ports/space.ts'
import { type IndexedDatabase, resultOf } from './indexed-database.ts'
import { COUNTERS } from './meta-database.ts'

const RESERVE = 'reserve'

/** Maximum size of the browser database's log, before it is rewritten without removed data. */
const RESERVE_BYTES = 4 * 1024 * 1024
const PART_BYTES = 64 * 1024

export interface StorageReserveOptions {
  /** Name of the channel on which tabs and the service worker announce that the reserve was released. */
  readonly name: string
  /** The open meta database, which holds the reserve. */
  readonly meta: IndexedDatabase
}

/**
 * {@link Space} of a browser. No browser reports how much it will still store: Chromium reports a fixed amount.
 * Once the quota is used up, even a small row fails, and a removal writes rows too. So a Blob of 4 MiB is
 * stored as a reserve before any write that grows the storage. The first removal that fails deletes the Blob,
 * which needs no space, and runs again. Writes that grow the storage then fail until the Blob can be stored
 * again.
 */
export function storageReserve({ name, meta }: StorageReserveOptions): Space {
  let kept: Promise<void> | undefined
  const forget = () => {
    kept = undefined
  }
  const channel = new BroadcastChannel(`${name}/reserve`)
  channel.onmessage = forget
  const change = (work: (counters: IDBObjectStore) => Promise<void>) =>
    meta.transact({ stores: COUNTERS, mode: 'readwrite' }, (transaction) =>
      work(transaction.objectStore(COUNTERS)),
    )
  const keep = () =>
    change(async (counters) => {
      if ((await resultOf(counters.getKey(RESERVE))) === undefined) counters.put(reserveBlob(), RESERVE)
    })
  const release = async () => {
    forget()
    channel.postMessage('released')
    await change(async (counters) => void counters.delete(RESERVE))
  }
  return {
    freeBytes: async () => undefined,
    async grow(_, write) {
      kept ??= keep()
      const keeping = kept
      try {
        await keeping
        return await write()
      } catch (error) {
        if (kept === keeping) forget()
        throw error
      }
    },
    async change(write) {
      try {
        return await write()
      } catch (error) {
        if (!isDomainError(error, 'no-space')) throw error
        await release()
        return write()
      }
    },
  }
}

function reserveBlob(): Blob {
  const part = new Uint8Array(PART_BYTES)
  return new Blob(Array.from({ length: RESERVE_BYTES / PART_BYTES }, () => part))
}
