import { isDomainError } from '../../../src/errors.ts'
import type { Space } from '../../../src/ports/space.ts'
import { answer, type IndexedDatabase } from './indexed-database.ts'
import { COUNTERS } from './meta-database.ts'

const RESERVE = 'reserve'

/** Log of the browser's database at most, before it is written anew without what was removed. */
const RESERVE_BYTES = 4 * 1024 * 1024
const PART_BYTES = 64 * 1024

export interface StorageReserveOptions {
  /** Names the channel on which tabs and the service worker tell each other that the reserve is released. */
  readonly name: string
  /** The open meta database, which holds the reserve. */
  readonly meta: IndexedDatabase
}

/**
 * {@link Space} of a browser, which does not tell how much it will still store: Chromium reports a fixed amount, and no
 * browser reserves any. A row of any size fails once the quota is used up, and a removal writes rows too. So a Blob of
 * 4 MiB is stored before anything that grows. The first removal that fails deletes the Blob, which needs no room, and
 * runs again. Writes that grow fail until the Blob fits in again.
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
      if ((await answer(counters.getKey(RESERVE))) === undefined) counters.put(reserveBlob(), RESERVE)
    })
  const release = async () => {
    forget()
    channel.postMessage('released')
    await change(async (counters) => void counters.delete(RESERVE))
  }
  return {
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
