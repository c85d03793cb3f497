import type { ByteBudget } from '../blocks/byte-budget.ts'
import type { Activity } from '../diagnostics/activity.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Clock } from '../ports/clock.ts'
import type { PackFiles, PackRange } from '../ports/pack-files.ts'
import { sharedLoad } from '../state/shared-load.ts'
import { decodePackTable, type PackedBlock, packTailBytes } from './pack-table.ts'

/** What all windows hold together, loaded or being loaded: four whole packs. */
const MAX_HELD_BYTES = 16 * 1024 * 1024
/** A window that was not read for this long gives way to another. */
const IDLE_AFTER_MS = 5_000
/** Packs of which the end of the last read is remembered. */
const MAX_ENDS = 64
/** Packs whose tables are remembered. */
const MAX_TABLES = 16

export interface PackReaderOptions {
  readonly files: Pick<PackFiles, 'read'>
  readonly clock: Pick<Clock, 'now'>
  readonly activity: Activity
  readonly budget: Pick<ByteBudget, 'tryTake' | 'onCrowd' | 'isCrowded'>
  /** Where reads through a pack end, in bytes, or `undefined` when there is no such pack. */
  sizeOf(pack: number, options: AbortOptions): number | undefined | Promise<number | undefined>
  readonly reading?: ReadingStyle | undefined
}

/** How a host reads best. */
export interface ReadingStyle {
  /** Blocks from this size on are views of what was read, which the caller must not change. All are copies when absent. */
  readonly viewFromBytes?: number
  /** A read of the first block of a pack loads all of it; when absent, only one that follows a read of the pack before. */
  readonly loadsFromStart?: boolean
  /** Reads go up to the end of the file, so that the table of the pack comes with them. */
  readonly toEndOfFile?: boolean
}

/** Reads blocks in packs. */
export interface PackReader {
  /** The bytes, or `undefined` when the pack is gone. */
  read(block: PackRange, options?: AbortOptions): Promise<Uint8Array | undefined>
  /** Tables that came with what was read lately, by pack. */
  readonly tables: ReadonlyMap<number, PackTable>
  /** Drops what is held of a pack. */
  forget(pack: number): void
}

/** The blocks of a pack by key, and the bytes of all of them. */
export interface PackTable {
  readonly blocks: ReadonlyMap<string, PackedBlock>
  readonly sizeBytes: number
}

interface Window {
  readonly pack: number
  readonly offset: number
  load(options: AbortOptions): Promise<Uint8Array | undefined>
  giveBack(): void
  bytes: Uint8Array | undefined
  /** Known once it is being loaded. */
  sizeBytes: number
  /** What readers have taken: a window that was read once is not likely to be read again. */
  givenBytes: number
  usedMs: number
}

/**
 * A reader that goes through a pack gets the rest of it with one read of the file, which serves the blocks that follow;
 * a block that is asked for by itself is read by itself. What is held is bounded, and is taken from the budget only
 * while nobody waits for it: who finds no room reads single blocks, and windows end as soon as a writer needs theirs.
 * A pack never changes, so that no window is ever out of date.
 */
export function packReader(options: PackReaderOptions): PackReader {
  const { files, clock, activity, budget, sizeOf, reading = {} } = options
  const { viewFromBytes = Number.POSITIVE_INFINITY, loadsFromStart, toEndOfFile } = reading
  const windows = new Set<Window>()
  const ends = new Map<number, number>()
  const tables = new Map<number, PackTable>()

  const drop = (window: Window) => {
    windows.delete(window)
    window.giveBack()
  }
  /** What gives room back that was taken, or `undefined` while there is none. */
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
    const giveBack = sizeBytes > 0 ? takeRoom(sizeBytes) : undefined
    if (!giveBack) return undefined
    window.giveBack = giveBack
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
      giveBack: () => undefined,
      bytes: undefined,
      sizeBytes: 0,
      givenBytes: 0,
      usedMs: clock.now(),
    }
    windows.add(window)
    return window
  }
  /** True when the last read ended where this one begins: in this pack, or with the one before. */
  const isNext = ({ pack, offset }: PackRange) =>
    offset === 0 ? loadsFromStart || ends.has(pack - 1) : ends.get(pack) === offset

  return {
    tables,
    forget(pack) {
      ends.delete(pack)
      tables.delete(pack)
      for (const window of [...windows]) if (window.pack === pack && window.bytes) drop(window)
    },
    async read(block, { signal } = {}) {
      // A window that nobody loads would stay for good.
      signal?.throwIfAborted()
      const { pack, offset, sizeBytes } = block
      const held = [...windows].find((window) => window.pack === pack && window.offset <= offset)
      const window = held ?? (isNext(block) ? open(block) : undefined)
      remember(ends, { key: pack, value: offset + sizeBytes, most: MAX_ENDS })
      if (!window) return read(block, { signal })
      window.givenBytes += sizeBytes
      window.usedMs = clock.now()
      const bytes = window.bytes ?? (await window.load({ signal }))
      const from = offset - window.offset
      // The file is gone, or there was no room for a window.
      if (!bytes || from + sizeBytes > bytes.byteLength) return read(block, { signal })
      if (window.givenBytes >= window.sizeBytes) drop(window)
      return sizeBytes < viewFromBytes
        ? bytes.slice(from, from + sizeBytes)
        : bytes.subarray(from, from + sizeBytes)
    },
  }
}

/** The table at the end of what was read of a file of `fileBytes`; `undefined` when it is not there, whole and sound. */
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

/** Puts a value last, and drops the first when there are more than may be kept. */
function remember<T>(map: Map<number, T>, { key, value, most }: Remembered<T>): void {
  map.delete(key)
  map.set(key, value)
  const [first] = map.keys()
  if (map.size > most && first !== undefined) map.delete(first)
}
