import type { Activity } from '../src/diagnostics/activity.ts'
import type { AbortOptions } from '../src/ports/abort.ts'
import { createLane } from '../src/streams/lane.ts'

/**
 * The platform allows one object six concurrent subrequests and queues further ones, which could not be
 * cancelled or counted.
 */
const STORAGE_SLOTS = 6

/** Limits concurrent storage operations, in order of arrival. */
export interface StorageSlots {
  /** Runs `operation` once a slot is free. Aborting cancels the waiting, but never an operation that has started. */
  run<T>(operation: () => Promise<T>, options?: AbortOptions): Promise<T>
}

/** Create one for the whole Durable Object: all adapters with subrequests share it. */
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
