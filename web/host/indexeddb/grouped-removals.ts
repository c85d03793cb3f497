import type { PackLock } from '../../../src/packs/pack-lock.ts'
import type { AbortOptions } from '../../../src/ports/abort.ts'

/** Keys that are removed together. */
const MAX_GROUP_KEYS = 256

export interface GroupedRemovalsOptions {
  /** Held exclusively while a group is removed. */
  readonly lock: Pick<PackLock, 'exclusive'>
  removeTogether(keys: readonly string[]): Promise<void>
}

interface Removal extends PromiseWithResolvers<void> {
  callers: number
}

/**
 * Removes what many callers pass one by one: keys that come while the lock is waited for, or while others are being
 * removed, are removed together, in one transaction instead of one each. If a group fails, each of its keys is removed
 * by itself, so that a caller sees the failure of its own key alone. Throws the error of the lock.
 *
 * A caller may leave while its removal waits for the lock. A removal that has begun is not aborted: its caller may rely
 * on nothing being removed any more.
 */
export function groupRemovals({
  lock,
  removeTogether,
}: GroupedRemovalsOptions): (key: string, options?: AbortOptions) => Promise<void> {
  const waiting = new Map<string, Removal>()
  /** Ends the wait for the lock. */
  let unwanted = new AbortController()
  let isRunning = false

  const removeEach = async (group: readonly [string, Removal][]) => {
    for (const [key, { resolve, reject }] of group) await removeTogether([key]).then(resolve, reject)
  }
  const removeGroup = async () => {
    const group = [...waiting].slice(0, MAX_GROUP_KEYS)
    for (const [key] of group) waiting.delete(key)
    try {
      await removeTogether(group.map(([key]) => key))
      for (const [, { resolve }] of group) resolve()
    } catch (error) {
      if (group.length > 1) await removeEach(group)
      else group[0]?.[1].reject(error)
    }
  }
  const run = async () => {
    while (waiting.size > 0) {
      unwanted = new AbortController()
      const { signal } = unwanted
      try {
        await lock.exclusive(removeGroup, { signal })
      } catch (error) {
        if (signal.aborted) continue
        for (const { reject } of waiting.values()) reject(error)
        waiting.clear()
      }
    }
    isRunning = false
  }
  const leave = (key: string, removal: Removal) => {
    removal.callers -= 1
    if (removal.callers > 0) return
    waiting.delete(key)
    if (waiting.size === 0) unwanted.abort()
  }

  return async (key, { signal } = {}) => {
    signal?.throwIfAborted()
    const removal = waiting.get(key) ?? { ...Promise.withResolvers<void>(), callers: 0 }
    removal.callers += 1
    waiting.set(key, removal)
    if (!isRunning) {
      isRunning = true
      queueMicrotask(() => void run())
    }
    const left = Promise.withResolvers<never>()
    const abort = () => {
      if (waiting.get(key) !== removal) return
      leave(key, removal)
      left.reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort, { once: true })
    try {
      await Promise.race([removal.promise, left.promise])
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }
}
