import type { AbortOptions } from '../src/ports/abort.ts'
import type { Clock } from '../src/ports/clock.ts'
import { sharedLoad } from '../src/state/shared-load.ts'
import type { PackObjects, PackPart } from './pack-objects.ts'

/** What windows hold together, loaded or on their way: four whole packs. */
const MOST_HELD_BYTES = 16 * 1024 * 1024
/** Nobody comes back for a window that was left for this long. */
const LEFT_AFTER_MS = 5_000
/** Packs of which it is known where the last read ended. */
const MOST_ENDS = 64

export interface PackWindowsOptions {
  readonly objects: Pick<PackObjects, 'read'>
  readonly clock: Pick<Clock, 'now'>
  /** The size of a pack in bytes, or `undefined` when there is none. */
  sizeOf(pack: number): number | undefined
}

/** Reads blocks in packs. */
export interface PackWindows {
  /** The bytes, which are the caller's own, or `undefined` when the pack is gone. */
  read(block: PackPart, options?: AbortOptions): Promise<Uint8Array | undefined>
}

interface Window {
  readonly part: PackPart
  load(options: AbortOptions): Promise<Uint8Array | undefined>
  bytes: Uint8Array | undefined
  /** What readers have taken: hardly anybody comes for what was taken once. */
  givenBytes: number
  usedMs: number
}

/**
 * Who reads through a pack gets the rest of it with one answer of the bucket, which serves the neighbours that follow;
 * a block that is asked for by itself is read by itself. Windows are bounded, all together: who finds no room for one
 * reads single blocks. A pack never changes, so that no window is ever out of date.
 */
export function packWindows({ objects, clock, sizeOf }: PackWindowsOptions): PackWindows {
  const windows = new Set<Window>()
  const ends = new Map<number, number>()

  const makeRoom = (sizeBytes: number) => {
    let heldBytes = [...windows].reduce((sum, { part }) => sum + part.sizeBytes, 0)
    for (const window of windows) {
      if (heldBytes + sizeBytes <= MOST_HELD_BYTES) break
      if (!window.bytes || clock.now() - window.usedMs < LEFT_AFTER_MS) continue
      windows.delete(window)
      heldBytes -= window.part.sizeBytes
    }
    return heldBytes + sizeBytes <= MOST_HELD_BYTES
  }
  const open = ({ pack, offset }: PackPart) => {
    const part = { pack, offset, sizeBytes: (sizeOf(pack) ?? 0) - offset }
    if (part.sizeBytes <= 0 || !makeRoom(part.sizeBytes)) return undefined
    const load = async (options: AbortOptions) => {
      try {
        window.bytes = await objects.read(part, options)
        return window.bytes
      } finally {
        if (!window.bytes) windows.delete(window)
      }
    }
    const window: Window = {
      part,
      load: sharedLoad(load),
      bytes: undefined,
      givenBytes: 0,
      usedMs: clock.now(),
    }
    windows.add(window)
    return window
  }
  /** True when what was read last ends where this begins: in this pack, or with the one before. */
  const isNext = ({ pack, offset }: PackPart) =>
    offset === 0 ? ends.has(pack - 1) : ends.get(pack) === offset
  const note = ({ pack, offset, sizeBytes }: PackPart) => {
    ends.delete(pack)
    ends.set(pack, offset + sizeBytes)
    const [first] = ends.keys()
    if (ends.size > MOST_ENDS && first !== undefined) ends.delete(first)
  }

  return {
    async read(block, { signal } = {}) {
      // A window that nobody loads would hold its room for good.
      signal?.throwIfAborted()
      const held = [...windows].find(({ part }) => holds(part, block))
      const window = held ?? (isNext(block) ? open(block) : undefined)
      note(block)
      if (!window) return objects.read(block, { signal })
      window.givenBytes += block.sizeBytes
      window.usedMs = clock.now()
      const bytes = window.bytes ?? (await window.load({ signal }))
      if (window.givenBytes >= window.part.sizeBytes) windows.delete(window)
      const from = block.offset - window.part.offset
      return bytes?.slice(from, from + block.sizeBytes)
    },
  }
}

function holds(window: PackPart, { pack, offset, sizeBytes }: PackPart): boolean {
  const isWithin = window.offset <= offset && offset + sizeBytes <= window.offset + window.sizeBytes
  return window.pack === pack && isWithin
}
