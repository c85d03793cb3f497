/**
 * The limit for blocks that readers of large content load before they are asked for them. A reader whose client does not
 * read keeps what it has loaded, so that many of them would fill the memory.
 */
export interface ReadAheadLimit {
  /** Begins the reading of one content. */
  open(): ReadAhead
  /** True while a reader may load only the block that it is asked for. */
  isReached(): boolean
}

/** What one reader has loaded. */
export interface ReadAhead {
  /** Counts bytes that are being loaded, or, as a negative number, that the consumer has taken. */
  add(bytes: number): void
  /** Gives back what no consumer will take. Call it at the end, in whatever way that comes. */
  close(): void
}

export interface ReadAheadLimitOptions {
  /** Default: 16 MiB, for two large files at full speed. */
  readonly maxBytes?: number | undefined
  /**
   * Gets the bytes of buffers that may have become old before they are released: those that are loaded while many read,
   * and those that are given back. A host may have to see to it that they are collected.
   */
  readonly onAged?: ((bytes: number) => void) | undefined
}

const MAX_BYTES = 16 * 1024 * 1024
/** Fewer readers leave little behind that collections of young objects do not take. */
const MANY_READERS = 16

export function createReadAheadLimit({
  maxBytes = MAX_BYTES,
  onAged,
}: ReadAheadLimitOptions = {}): ReadAheadLimit {
  let heldBytes = 0
  let readers = 0
  return {
    isReached: () => heldBytes >= maxBytes,
    open() {
      let ownBytes = 0
      let isOpen = true
      readers += 1
      const add = (bytes: number) => {
        if (!isOpen) return
        ownBytes += bytes
        heldBytes += bytes
        if (bytes > 0 && readers > MANY_READERS) onAged?.(bytes)
      }
      return {
        add,
        close() {
          if (ownBytes > 0) onAged?.(ownBytes)
          add(-ownBytes)
          if (isOpen) readers -= 1
          isOpen = false
        },
      }
    },
  }
}
