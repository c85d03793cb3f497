/** So many values are kept, and none that is longer, or has a longer key. */
const MOST_KEPT = 64
const LONGEST_KEPT_BYTES = 1024

/** A view of a store that has one writer, who tells of every change. */
export interface RememberedReads {
  /** The value of a key, which is the caller's own. */
  get(key: Uint8Array): Uint8Array | undefined
  /** The value has changed, or is gone. */
  forget(key: Uint8Array): void
}

/**
 * Remembers what was read last: some rows are asked for by every call, and a query costs more than all the rest of
 * a short one.
 */
export function rememberedReads(read: (key: Uint8Array) => Uint8Array | undefined): RememberedReads {
  const kept = new Map<string, Uint8Array | undefined>()

  return {
    get(key) {
      if (key.byteLength > LONGEST_KEPT_BYTES) return read(key)
      const name = nameOf(key)
      if (!kept.has(name)) {
        const value = read(key)
        if (value && value.byteLength > LONGEST_KEPT_BYTES) return value
        for (const oldest of kept.keys()) {
          if (kept.size < MOST_KEPT) break
          kept.delete(oldest)
        }
        kept.set(name, value)
      }
      return kept.get(name)?.slice()
    },
    forget(key) {
      if (key.byteLength <= LONGEST_KEPT_BYTES) kept.delete(nameOf(key))
    },
  }
}

/** One character a byte. */
function nameOf(key: Uint8Array): string {
  return String.fromCharCode(...key)
}
