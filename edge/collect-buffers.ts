/** Limit for buffers that are no longer used, but not yet collected as garbage. */
const UNCOLLECTED_BYTES = 32 * 1024 * 1024

/**
 * Returns a function to be called with the size of each block that was written, whose buffer is no longer used.
 * V8 counts the bytes of buffers, but starts a garbage collection only when its heap has grown, and that is
 * small in comparison: many uploads together held a gigabyte of buffers. Where the host exposes `gc()`, as the
 * local one does, this calls it after every so many bytes.
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
