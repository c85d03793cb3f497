import type { Activity } from '../src/diagnostics/activity.ts'
import type { AbortOptions } from '../src/ports/abort.ts'
import { isCutShort } from './cut-short.ts'
import type { StorageSlots } from './storage-slots.ts'

const PREFIX = 'b/'

/**
 * Stores blocks as R2 objects of their own, `b/<key>`. It does not know which blocks exist, but serializes
 * writes and removals of one key, so that an object that is about to get its row is not removed.
 */
export interface BlockObjects {
  /** Protects keys from {@link BlockObjects.remove} until the returned function is called. Call that once. */
  hold(keys: readonly string[]): () => void
  /** Writes the object of a held key, after a removal in progress. */
  write(key: string, bytes: Uint8Array, options?: AbortOptions): Promise<void>
  read(key: string, sizeBytes: number, options?: AbortOptions): Promise<Uint8Array | undefined>
  /**
   * Removes the objects of at most 1,000 keys, except held ones. Resolves to the number of objects whose
   * removal was requested.
   */
  remove(keys: readonly string[]): Promise<number>
  /** The keys of all objects, in pages of at most 1,000. */
  pages(options?: AbortOptions): AsyncIterable<string[]>
}

export interface BlockObjectsOptions {
  readonly bucket: R2Bucket
  readonly slots: StorageSlots
  readonly activity: Activity
}

export function blockObjects({ bucket, slots, activity }: BlockObjectsOptions): BlockObjects {
  const held = new Map<string, number>()
  const leaving = new Map<string, Promise<void>>()

  return {
    hold(keys) {
      for (const key of keys) held.set(key, (held.get(key) ?? 0) + 1)
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        for (const key of keys) {
          const others = (held.get(key) ?? 1) - 1
          if (others === 0) held.delete(key)
          else held.set(key, others)
        }
      }
    },
    async write(key, bytes, options) {
      await leaving.get(key)
      await slots.run(() => bucket.put(PREFIX + key, bytes), options)
    },
    read: (key, sizeBytes, options) =>
      slots.run(async () => {
        const done = activity.enter('bytes-in-flight', sizeBytes)
        try {
          const object = await bucket.get(PREFIX + key)
          return object === null ? undefined : new Uint8Array(await object.arrayBuffer())
        } catch (error) {
          if (await isCutShort(bucket, PREFIX + key)) return undefined
          throw error
        } finally {
          done()
        }
      }, options),
    async remove(keys) {
      const going = keys.filter((key) => !held.has(key) && !leaving.has(key))
      if (going.length === 0) return 0
      const removal = slots.run(() => bucket.delete(going.map((key) => PREFIX + key)))
      const settled = removal.catch(() => undefined)
      for (const key of going) leaving.set(key, settled)
      try {
        await removal
      } finally {
        for (const key of going) leaving.delete(key)
      }
      return going.length
    },
    async *pages(options = {}) {
      let cursor: string | undefined
      do {
        const page = await slots.run(
          () => bucket.list({ prefix: PREFIX, ...(cursor && { cursor }) }),
          options,
        )
        yield page.objects.map(({ key }) => key.slice(PREFIX.length))
        cursor = page.truncated ? page.cursor : undefined
      } while (cursor !== undefined)
    },
  }
}
