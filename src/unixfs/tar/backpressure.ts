/** Holds a writer back to a reader. */
export interface Backpressure {
  /** Waits until what was written and not read is within the limit, then counts these bytes as written. */
  write(sizeBytes: number): Promise<void>
  read(sizeBytes: number): void
  /** The reader has left: nobody waits any more. */
  stop(): void
}

/** A writer that is at most `limitBytes`, and what it writes at once, ahead of its reader. */
export function createBackpressure(limitBytes: number): Backpressure {
  let aheadBytes = 0
  let isStopped = false
  let moved = Promise.withResolvers<void>()
  const move = () => {
    moved.resolve()
    moved = Promise.withResolvers<void>()
  }

  return {
    async write(sizeBytes) {
      while (aheadBytes > limitBytes && !isStopped) await moved.promise
      aheadBytes += sizeBytes
    },
    read(sizeBytes) {
      aheadBytes -= sizeBytes
      move()
    },
    stop() {
      isStopped = true
      move()
    },
  }
}
