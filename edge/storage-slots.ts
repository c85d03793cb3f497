import type { Activity } from '../src/diagnostics/activity.ts'
import type { AbortOptions } from '../src/ports/abort.ts'

/** The edge lets one object wait for six answers at a time; a seventh would queue out of our sight. */
const STORAGE_SLOTS = 6

/** Admits storage operations, in order of arrival, a few at a time. */
export interface StorageSlots {
  /** Runs `operation` once a slot is free. Aborting leaves the queue, but never an operation under way. */
  run<T>(operation: () => Promise<T>, options?: AbortOptions): Promise<T>
}

/** One for the whole Durable Object: every adapter that leaves the object shares it. */
export function storageSlots(activity: Activity, limit = STORAGE_SLOTS): StorageSlots {
  const waiting: (() => void)[] = []
  let free = limit

  const enter = async (signal?: AbortSignal) => {
    if (free > 0) {
      free -= 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      const at = waiting.indexOf(resolve)
      if (at < 0) return
      waiting.splice(at, 1)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
    waiting.push(resolve)
    try {
      await promise
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  const pass = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }

  return {
    async run(operation, { signal } = {}) {
      signal?.throwIfAborted()
      await enter(signal)
      const done = activity.enter('storage-operations')
      try {
        signal?.throwIfAborted()
        return await operation()
      } finally {
        done()
        pass()
      }
    },
  }
}
