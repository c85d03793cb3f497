import type { PackLock } from '../../../src/packs/pack-lock.ts'

/** A lease ends when nothing was read for this long. */
const IDLE_MS = 10
/** Removals, also those of other processes, wait at most this long for reads that follow one another. */
const MAX_HELD_MS = 50
/** A removal that has waited so long takes the lock from its holders: their threads have stopped, and their leases ended. */
const TAKEN_AFTER_MS = 4 * MAX_HELD_MS

/** Keeps blocks from being removed or moved while many are read, so that a lookup stays true for the next ones. */
export interface ReadLease {
  /**
   * The packs that were found complete during this lease, to which the caller adds. `undefined` while there is
   * no lease: the next one is then requested, and the caller must look up.
   */
  use(): Set<number> | undefined
  /** Ends the lease at once: for a removal in this process. */
  end(): void
}

/**
 * Creates the lease of a process. It holds the lock that removals take exclusively, and no two leases follow one
 * another past a removal that waits: the browser grants locks in the order of their requests. A lease ends by the
 * clock, because a timer does not fire while the thread is stopped, as by an open `alert()`.
 */
export function readLease(lock: Pick<PackLock, 'shared'>): ReadLease {
  let complete: Set<number> | undefined
  let endMs = 0
  let isRequested = false
  let isUsed = false
  let release: () => void = () => undefined

  const hold = async () => {
    if (!isUsed) return
    complete = new Set()
    endMs = performance.now() + MAX_HELD_MS
    const over = Promise.withResolvers<void>()
    release = over.resolve
    const idle = setInterval(() => {
      if (!isUsed) release()
      isUsed = false
    }, IDLE_MS)
    const limit = setTimeout(release, MAX_HELD_MS)
    await over.promise
    complete = undefined
    clearInterval(idle)
    clearTimeout(limit)
  }
  const request = async () => {
    isRequested = true
    try {
      await lock.shared(hold)
    } catch {
      // A document that is being closed gets no locks, and a removal takes the lock of a lease that has ended.
      complete = undefined
    } finally {
      isRequested = false
    }
  }

  return {
    use() {
      isUsed = true
      if (!isRequested) void request()
      return performance.now() < endMs ? complete : undefined
    },
    end() {
      isUsed = false
      complete = undefined
      release()
    },
  }
}

/** Runs a removal while no process of the origin has a lease, whose lock is `name`. */
export async function withoutLeases<T>(name: string, removal: () => Promise<T>): Promise<T> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), TAKEN_AFTER_MS)
  let isBegun = false
  const begin = () => {
    isBegun = true
    clearTimeout(timer)
    return removal()
  }
  try {
    return await navigator.locks.request(name, { signal: limit.signal }, begin)
  } catch (error) {
    if (isBegun) throw error
    return navigator.locks.request(name, { steal: true }, begin)
  }
}
