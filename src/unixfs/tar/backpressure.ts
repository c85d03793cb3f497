/** Makes a writer wait for its reader. */
export interface Backpressure {
  /** Waits until the unread bytes are within the limit, then counts these bytes as written. */
  write(sizeBytes: number): Promise<void>
  read(sizeBytes: number): void
  /** Releases all waiting writers, because the reader has stopped. */
  stop(): void
}

/** Creates backpressure. The unread bytes exceed `limitBytes` by at most one write. */
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
