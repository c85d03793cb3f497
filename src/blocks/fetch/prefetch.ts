import type { CID } from '../../codec/cid/cid.ts'
import type { AbortOptions } from '../../ports/abort.ts'

/** Fetches blocks that a call is about to read, before it reads them. */
export interface BlockPrefetch {
  /** Blocks in the order of reading, before those that wait already. A failure is that of the later read. */
  add(cids: readonly CID[]): void
}

export interface PrefetchOptions extends AbortOptions {
  /** Brings a block here, if it is missing. */
  readonly bring: (cid: CID, options: AbortOptions) => Promise<unknown>
}

/** Blocks that are brought concurrently, and those that wait. They are stored, so none of them stays in memory. */
const CONCURRENCY = 32
const MAX_WAITING = 1024

export function createPrefetch({ bring, signal }: PrefetchOptions): BlockPrefetch {
  let waiting: CID[] = []
  let running = 0

  const startNext = () => {
    while (running < CONCURRENCY && !signal?.aborted) {
      const [cid] = waiting.splice(0, 1)
      if (!cid) return
      running += 1
      bring(cid, { signal })
        .catch(() => undefined)
        .finally(() => {
          running -= 1
          startNext()
        })
    }
  }
  return {
    add(cids) {
      waiting = [...cids.slice(0, MAX_WAITING), ...waiting].slice(0, MAX_WAITING)
      startNext()
    },
  }
}
