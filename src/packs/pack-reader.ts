import type { ByteBudget } from '../blocks/byte-budget.ts'
import type { Activity } from '../diagnostics/activity.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Clock } from '../ports/clock.ts'
import type { PackFiles, PackRange } from '../ports/pack-files.ts'
import { sharedLoad } from '../state/shared-load.ts'
import { decodePackTable, type PackedBlock, packTailBytes } from './pack-table.ts'

/** Limit for all windows together, loaded or loading: four whole packs. */
const MAX_HELD_BYTES = 16 * 1024 * 1024
/** A window that was not read for this long may be dropped to make room for another. */
const IDLE_AFTER_MS = 5_000
/** Packs for which the end of the last read is kept. */
const MAX_ENDS = 64
/** Packs whose tables are kept in memory. */
const MAX_TABLES = 16

export interface PackReaderOptions {
  readonly files: Pick<PackFiles, 'read'>
  readonly clock: Pick<Clock, 'now'>
  readonly activity: Activity
  readonly budget: Pick<ByteBudget, 'tryTake' | 'onCrowd' | 'isCrowded'>
  /** The offset in bytes at which a read-ahead of this pack ends, or `undefined` when there is no such pack. */
  sizeOf(pack: number, options: AbortOptions): number | undefined | Promise<number | undefined>
  readonly reading?: ReadingStyle | undefined
}

/** Which reads are fast on a host. */
export interface ReadingStyle {
  /** Blocks from this size on are read by themselves, where an operation costs less than a copy from a window. */
  readonly aloneFromBytes?: number
  /**
   * Blocks from this size on are views of the window, which the caller must not change. When absent, all blocks
   * are copies.
   */
  readonly viewFromBytes?: number
  /**
   * A read of the first block of a pack loads the whole pack. When absent, that happens only after a read of
   * the preceding pack.
   */
  readonly loadsFromStart?: boolean
  /** Windows extend to the end of the file, so that the pack's table is read with them. */
  readonly toEndOfFile?: boolean
}

/** Reads blocks from pack files, with read-ahead. */
export interface PackReader {
  /** The bytes of a block, or `undefined` when the pack no longer exists. */
  read(block: PackRange, options?: AbortOptions): Promise<Uint8Array | undefined>
  /** Tables that were read together with recent windows, by pack. */
  readonly tables: ReadonlyMap<number, PackTable>
  /** Drops the windows and the table of a pack. */
  forget(pack: number): void
}

/** The blocks of a pack by key, and the size of all of them together. */
export interface PackTable {
  readonly blocks: ReadonlyMap<string, PackedBlock>
  readonly sizeBytes: number
}

interface Window {
  readonly pack: number
  readonly offset: number
  load(options: AbortOptions): Promise<Uint8Array | undefined>
  release(): void
  bytes: Uint8Array | undefined
  /** 0 until loading starts. */
  sizeBytes: number
  /** Bytes delivered from this window. A window that was read once completely is unlikely to be read again. */
  deliveredBytes: number
  usedMs: number
}

/**
 * Creates a reader with read-ahead. A sequential read of a pack loads the rest of the pack in one operation, as
 * a window that serves the blocks that follow. A random read loads one block.
 *
 * Windows are bounded, and take bytes from the budget only when no writer waits for them. Without room, single
 * blocks are read. Windows are dropped as soon as a writer needs the room. A pack never changes, so a window is
 * never stale.
 */
export function packReader(options: PackReaderOptions): PackReader {
  const { files, clock, activity, budget, sizeOf, reading = {} } = options
  const { aloneFromBytes = Number.POSITIVE_INFINITY, viewFromBytes = Number.POSITIVE_INFINITY } = reading
  const { loadsFromStart, toEndOfFile } = reading
  const windows = new Set<Window>()
  const ends = new Map<number, number>()
  const tables = new Map<number, PackTable>()

  const drop = (window: Window) => {
    windows.delete(window)
    window.release()
  }
  /** Reserves room in the budget and returns the function that releases it, or `undefined` while there is none. */
  const takeRoom = (sizeBytes: number) => {
    let heldBytes = [...windows].reduce((sum, held) => sum + held.sizeBytes, 0)
    for (const window of windows) {
      if (heldBytes + sizeBytes <= MAX_HELD_BYTES) break
      if (!window.bytes || clock.now() - window.usedMs < IDLE_AFTER_MS) continue
      drop(window)
      heldBytes -= window.sizeBytes
    }
    return heldBytes + sizeBytes <= MAX_HELD_BYTES ? budget.tryTake(sizeBytes) : undefined
  }
  budget.onCrowd(() => {
    for (const window of [...windows]) if (window.bytes) drop(window)
  })
  const read = async (range: PackRange, options: AbortOptions) => {
    const done = activity.enter('bytes-in-flight', range.sizeBytes)
    try {
      return await files.read(range, options)
    } finally {
      done()
    }
  }
  const fill = async (window: Window, options: AbortOptions) => {
    const { pack, offset } = window
    const sizeBytes = ((await sizeOf(pack, options)) ?? 0) - offset
    options.signal?.throwIfAborted()
    const release = sizeBytes > 0 ? takeRoom(sizeBytes) : undefined
    if (!release) return undefined
    window.release = release
    window.sizeBytes = sizeBytes
    const bytes = await read({ pack, offset, sizeBytes }, options)
    const table = toEndOfFile && bytes ? tableIn(bytes, offset + sizeBytes) : undefined
    if (table) {
      remember(tables, { key: pack, value: table, most: MAX_TABLES })
      window.sizeBytes = table.sizeBytes - offset
    }
    window.bytes = bytes
    return bytes
  }
  const open = ({ pack, offset }: PackRange) => {
    const load = async (options: AbortOptions) => {
      try {
        return await fill(window, options)
      } finally {
        if (!window.bytes || budget.isCrowded()) drop(window)
      }
    }
    const window: Window = {
      pack,
      offset,
      load: sharedLoad(load),
      release: () => undefined,
      bytes: undefined,
      sizeBytes: 0,
      deliveredBytes: 0,
      usedMs: clock.now(),
    }
    windows.add(window)
    return window
  }
  /**
   * True for a sequential read: it begins where the last one ended, in this pack or at the end of the preceding
   * one.
   */
  const isNext = ({ pack, offset, sizeBytes }: PackRange) => {
    if (sizeBytes >= aloneFromBytes) return false
    return offset === 0 ? loadsFromStart || ends.has(pack - 1) : ends.get(pack) === offset
  }

  return {
    tables,
    forget(pack) {
      ends.delete(pack)
      tables.delete(pack)
      for (const window of [...windows]) if (window.pack === pack && window.bytes) drop(window)
    },
    async read(block, { signal } = {}) {
      // Check first: a window that is opened but never loaded would never be dropped.
      signal?.throwIfAborted()
      const { pack, offset, sizeBytes } = block
      const held = [...windows].find((window) => window.pack === pack && window.offset <= offset)
      const window = held ?? (isNext(block) ? open(block) : undefined)
      remember(ends, { key: pack, value: offset + sizeBytes, most: MAX_ENDS })
      if (!window) return read(block, { signal })
      window.deliveredBytes += sizeBytes
      window.usedMs = clock.now()
      const bytes = window.bytes ?? (await window.load({ signal }))
      const from = offset - window.offset
      // The file no longer exists, or there was no room for a window.
      if (!bytes || from + sizeBytes > bytes.byteLength) return read(block, { signal })
      if (window.deliveredBytes >= window.sizeBytes) drop(window)
      return sizeBytes < viewFromBytes
        ? bytes.slice(from, from + sizeBytes)
        : bytes.subarray(from, from + sizeBytes)
    },
  }
}

/**
 * The table at the end of `end`, the last bytes of a file of `fileBytes`. `undefined` when it is incomplete or
 * corrupt.
 */
function tableIn(end: Uint8Array, fileBytes: number): PackTable | undefined {
  try {
    const tailBytes = packTailBytes(end)
    if (tailBytes === undefined || tailBytes > end.byteLength) return undefined
    const blocks = decodePackTable(end.subarray(end.byteLength - tailBytes), { fileBytes })
    return { blocks: new Map(blocks.map((block) => [block.key, block])), sizeBytes: fileBytes - tailBytes }
  } catch {
    return undefined
  }
}

interface Remembered<T> {
  readonly key: number
  readonly value: T
  readonly most: number
}

/** Inserts a value as the most recent one, and evicts the oldest when there are more than `most`. */
function remember<T>(map: Map<number, T>, { key, value, most }: Remembered<T>): void {
  map.delete(key)
  map.set(key, value)
  const [first] = map.keys()
  if (map.size > most && first !== undefined) map.delete(first)
}
