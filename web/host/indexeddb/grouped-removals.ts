import type { AbortOptions } from '../../../src/ports/abort.ts'

/** Keys that are removed together. */
const MAX_GROUP_KEYS = 256

/**
 * Removes what many callers pass one by one: keys that come in the same turn, or while others are being removed, are
 * removed together, in one transaction instead of one each. If a group fails, each of its keys is removed by itself, so
 * that a caller sees the failure of its own key alone.
 *
 * A removal that has begun is not aborted: its caller may rely on nothing being removed any more.
 */
export function groupRemovals(
  removeTogether: (keys: readonly string[]) => Promise<void>,
): (key: string, options?: AbortOptions) => Promise<void> {
  const waiting = new Map<string, PromiseWithResolvers<void>>()
  let isRunning = false

  const removeEach = async (group: readonly [string, PromiseWithResolvers<void>][]) => {
    for (const [key, { resolve, reject }] of group) await removeTogether([key]).then(resolve, reject)
  }
  const run = async () => {
    while (waiting.size > 0) {
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
    isRunning = false
  }

  return async (key, { signal } = {}) => {
    signal?.throwIfAborted()
    const removal = waiting.get(key) ?? Promise.withResolvers<void>()
    waiting.set(key, removal)
    if (!isRunning) {
      isRunning = true
      queueMicrotask(() => void run())
    }
    await removal.promise
  }
}
