/** Limit for buffers that are no longer used, but not yet collected as garbage. */
const UNCOLLECTED_BYTES = 32 * 1024 * 1024

/** After so many bytes, the runtime is asked whether it has collected by itself. */
const LOOK_AFTER_BYTES = 4 * 1024 * 1024

/** The garbage collector of the runtime. */
export interface Collector {
  /** Collects the whole heap, and waits for it. */
  collect(): void
  /** True if the whole heap was collected since the last call of this, by whatever cause. */
  hasCollected(): boolean
}

/**
 * Returns a function to be called with the size of each block that was written, whose buffer is no longer used.
 * V8 counts the bytes of buffers, but starts a garbage collection only when its heap has grown, and that is
 * small in comparison: many uploads together held a gigabyte of buffers. Where the host exposes `gc()`, as the
 * local one does, this calls it after every so many bytes. Many small blocks let the heap grow, so that the runtime
 * collects by itself; a further collection would make all calls wait for 60 to 110 ms.
 */
export function collectBuffers(collector = exposedCollector()): (writtenBytes: number) => void {
  let uncollectedBytes = 0
  let unlookedBytes = 0
  return (writtenBytes) => {
    uncollectedBytes += writtenBytes
    unlookedBytes += writtenBytes
    if (!collector || unlookedBytes < LOOK_AFTER_BYTES) return
    unlookedBytes = 0
    if (collector.hasCollected()) uncollectedBytes = 0
    if (uncollectedBytes < UNCOLLECTED_BYTES) return
    uncollectedBytes = 0
    collector.collect()
  }
}

function exposedCollector(): Collector | undefined {
  const collect: unknown = Reflect.get(globalThis, 'gc')
  if (typeof collect !== 'function') return undefined
  // Collections of the young objects alone keep what it refers to.
  let witness = new WeakRef({})
  return {
    collect: () => void collect(),
    hasCollected() {
      if (witness.deref()) return false
      witness = new WeakRef({})
      return true
    },
  }
}
