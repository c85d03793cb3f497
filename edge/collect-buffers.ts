/** Bytes whose buffers may wait for the collector at once, beside those in use. */
const UNCOLLECTED_BYTES = 32 * 1024 * 1024

/**
 * Returns a function that is called with the size of each block that was written, whose buffers nobody needs any more.
 * V8 counts buffers, but begins to collect when the heap has grown, which is small beside them: under many uploads it
 * held a gigabyte of them. Where the host exposes its collector, as the local one does, it runs for every so many bytes.
 */
export function collectBuffers(collect = exposedCollector()): (writtenBytes: number) => void {
  let uncollectedBytes = 0
  return (writtenBytes) => {
    uncollectedBytes += writtenBytes
    if (!collect || uncollectedBytes < UNCOLLECTED_BYTES) return
    uncollectedBytes = 0
    collect()
  }
}

function exposedCollector(): (() => void) | undefined {
  const collect: unknown = Reflect.get(globalThis, 'gc')
  return typeof collect === 'function' ? () => void collect() : undefined
}
