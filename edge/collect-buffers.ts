/**
 * Limit for written buffers that are not yet collected as garbage. Collections of young objects take most of them: a
 * lower limit made adds of 100 MiB up to 7 % slower.
 */
const WRITTEN_BYTES = 128 * 1024 * 1024

/** The same for what was read and not written. Requests that fail keep it until a collection of the whole heap. */
const UNWRITTEN_BYTES = 32 * 1024 * 1024

/** After so many bytes, the runtime is asked whether it has collected by itself. */
const LOOK_AFTER_BYTES = 4 * 1024 * 1024

/** The garbage collector of the runtime. */
export interface Collector {
  /** Collects the whole heap, and waits for it. */
  collect(): void
  /** True if the whole heap was collected since the last call of this, by whatever cause. */
  hasCollected(): boolean
}

/** Counts bytes whose buffers are no longer used. */
export interface BufferCounts {
  /** Of each block that was written. */
  written(sizeBytes: number): void
  /** Of each piece of a large request body. A body may end early, or be only hashed, and is then never written. */
  read(sizeBytes: number): void
}

/**
 * Starts a garbage collection after every so many bytes of unused buffers.
 * V8 counts the bytes of buffers, but starts a garbage collection only when its heap has grown, and that is
 * small in comparison: many uploads together held a gigabyte of buffers. Where the host exposes `gc()`, as the
 * local one does, this calls it. Bytes of a body that is written are counted in both ways. Many small blocks let the
 * heap grow, so that the runtime collects by itself; a further collection would make all calls wait for 60 to 110 ms.
 */
export function collectBuffers(collector = exposedCollector()): BufferCounts {
  let uncollected = { written: 0, read: 0 }
  let unlookedBytes = 0
  const count = (way: keyof typeof uncollected, sizeBytes: number) => {
    uncollected[way] += sizeBytes
    unlookedBytes += sizeBytes
    if (!collector || unlookedBytes < LOOK_AFTER_BYTES) return
    unlookedBytes = 0
    if (collector.hasCollected()) uncollected = { written: 0, read: 0 }
    const { written, read } = uncollected
    if (written < WRITTEN_BYTES && read - written < UNWRITTEN_BYTES) return
    uncollected = { written: 0, read: 0 }
    collector.collect()
  }
  return {
    written: (sizeBytes) => count('written', sizeBytes),
    read: (sizeBytes) => count('read', sizeBytes),
  }
}

function exposedCollector(): Collector | undefined {
  const collect: unknown = Reflect.get(globalThis, 'gc')
  if (typeof collect !== 'function') return undefined
  // Collections of young objects keep what it refers to, because of a flag in `tune-runtime.ts`.
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
