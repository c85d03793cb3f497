import { binaryString } from '../src/codec/bytes/bytes.ts'

/** Limits of the cache: number of values, and size of a value or key. */
const MAX_KEPT = 64
const MAX_KEPT_BYTES = 1024

/** A read cache for a store with a single writer, which reports every change. */
export interface ReadCache {
  /** The value of a key, as a copy that the caller may change. */
  get(key: Uint8Array): Uint8Array | undefined
  /** Call it when the value was changed or removed. */
  forget(key: Uint8Array): void
}

/**
 * Caches recent reads. Every call reads some of the same rows, and for a short call a query costs more than
 * everything else.
 */
export function readCache(read: (key: Uint8Array) => Uint8Array | undefined): ReadCache {
  const kept = new Map<string, Uint8Array | undefined>()

  return {
    get(key) {
      if (key.byteLength > MAX_KEPT_BYTES) return read(key)
      const name = binaryString(key)
      if (!kept.has(name)) {
        const value = read(key)
        if (value && value.byteLength > MAX_KEPT_BYTES) return value
        for (const oldest of kept.keys()) {
          if (kept.size < MAX_KEPT) break
          kept.delete(oldest)
        }
        kept.set(name, value)
      }
      return kept.get(name)?.slice()
    },
    forget(key) {
      if (key.byteLength <= MAX_KEPT_BYTES) kept.delete(binaryString(key))
    },
  }
}
