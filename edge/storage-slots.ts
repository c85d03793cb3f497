import type { Activity } from '../src/diagnostics/activity.ts'
import type { AbortOptions } from '../src/ports/abort.ts'
import { createLane } from '../src/streams/lane.ts'

/** The edge lets one object wait for six answers at a time; a seventh would queue out of our sight. */
const STORAGE_SLOTS = 6

/** Admits storage operations, in order of arrival, a few at a time. */
export interface StorageSlots {
  /** Runs `operation` once a slot is free. Aborting leaves the queue, but never an operation under way. */
  run<T>(operation: () => Promise<T>, options?: AbortOptions): Promise<T>
}

/** One for the whole Durable Object: every adapter that leaves the object shares it. */
export function storageSlots(activity: Activity, limit = STORAGE_SLOTS): StorageSlots {
  const lane = createLane({ slots: limit })
  return {
    async run(operation, { signal } = {}) {
      const leave = await lane.enter({ signal })
      const done = activity.enter('storage-operations')
      try {
        signal?.throwIfAborted()
        return await operation()
      } finally {
        done()
        leave()
      }
    },
  }
}
