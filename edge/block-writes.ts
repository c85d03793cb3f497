import { blockKey } from '../src/codec/cid/cid.ts'
import type { AbortOptions } from '../src/ports/abort.ts'
import type { Blockstore } from '../src/ports/blockstore.ts'
import type { Clock } from '../src/ports/clock.ts'
import type { PackPlace } from '../src/ports/pack-files.ts'
import type { BlockDrain } from './block-drain.ts'
import { type BlockIndex, INLINE_BELOW_BYTES, type NewIndexRow } from './block-index.ts'
import type { BlockObjects } from './block-objects.ts'
import type { BufferCounts } from './collect-buffers.ts'
import type { GroupCommit } from './group-commit.ts'
import type { HotTier } from './hot-tier.ts'
import type { EdgePacks } from './packs.ts'
import { writeObjects } from './write-objects.ts'

/**
 * Large blocks of at least this size together go into a pack at once. Fewer would make many small files: they
 * wait in rows.
 */
const DIRECT_FROM_BYTES = 256 * 1024

export interface BlockWritesOptions {
  readonly index: BlockIndex
  readonly tier: HotTier
  readonly objects: BlockObjects
  readonly packs: Pick<EdgePacks, 'direct' | 'isUntidy'>
  readonly commits: GroupCommit
  readonly clock: Pick<Clock, 'now'>
  readonly drain: Pick<BlockDrain, 'wake'>
  readonly buffers: Pick<BufferCounts, 'written'>
}

/** The bytes of distinct blocks by their keys. */
type BlocksByKey = ReadonlyMap<string, Uint8Array>

/** Where bytes are stored: in the row, in a pack, or in an object of their own. */
type Home = 'row' | 'object' | PackPlace

/**
 * The writes of the edge's Blockstore. They choose where the bytes of each block go, store those that do not go
 * into rows, and add the rows last.
 */
export function blockWrites(options: BlockWritesOptions): Pick<Blockstore, 'putMany' | 'replace'> {
  const { index, tier, objects, packs, commits, clock, drain, buffers } = options
  const { direct } = packs

  /** Runs a write. A failed one may leave packs that no row names. */
  const writing = async <T>(write: () => Promise<T>) => {
    try {
      return await (direct ? direct.whileAppending(write) : write())
    } catch (error) {
      tier.refresh()
      if (direct) drain.wake(packs.isUntidy())
      throw error
    }
  }
  const storeOutside = async (blocks: BlocksByKey, { signal }: AbortOptions) => {
    if (direct) {
      return direct.append(
        [...blocks].map(([key, bytes]) => ({ key, bytes })),
        { signal },
      )
    }
    await writeObjects(blocks, { objects, signal })
    return []
  }
  /** The keys of new blocks whose bytes go into rows: all small ones, and large ones for which the tier has room. */
  const keysForRows = (blocks: BlocksByKey): ReadonlySet<string> => {
    const sizeOf = (key: string) => blocks.get(key)?.byteLength ?? 0
    const all = [...blocks.keys()]
    // Adding a row that exists changes nothing, so that only places for large blocks need a look.
    if (!all.some((key) => isLarge(sizeOf(key)))) return new Set(all)
    const keys = index.absent(all)
    const largeBytes = keys
      .map(sizeOf)
      .filter(isLarge)
      .reduce((sum, sizeBytes) => sum + sizeBytes, 0)
    const isDirect = direct && largeBytes >= DIRECT_FROM_BYTES
    return new Set(keys.filter((key) => !isLarge(sizeOf(key)) || (!isDirect && tier.admit(sizeOf(key)))))
  }
  /** Resolves to the keys of blocks that were not held. */
  const put = async (blocks: BlocksByKey, { signal }: AbortOptions) => {
    const homes = new Map<string, Home>()
    for (const key of keysForRows(blocks)) homes.set(key, 'row')
    const release = objects.hold([...blocks.keys()])
    /** Includes blocks that were held at first and lost their row since. */
    const missing = () => index.absent([...blocks.keys()].filter((key) => !homes.has(key)))
    const addRows = () => {
      signal?.throwIfAborted()
      if (missing().length > 0) return undefined
      const rows = [...homes].map(([key, home]) => rowOf({ key, bytes: blocks.get(key), home }))
      const added = index.add(rows, clock.now())
      // A concurrent put has added one of them, and has counted it too.
      if (added.size < rows.length && rows.some(isInTier)) tier.refresh()
      release()
      drain.wake(rows.some(isInTier))
      return added
    }
    try {
      for (;;) {
        const keys = missing()
        const placed = await storeOutside(new Map(keys.map((key) => [key, blocks.get(key) ?? NO_BYTES])), {
          signal,
        })
        for (const key of keys) homes.set(key, 'object')
        for (const { key, pack, offset } of placed) homes.set(key, { pack, offset })
        const added = await commits.run(() => {
          direct?.record(placed)
          return addRows()
        })
        if (added) return added
      }
    } finally {
      release()
    }
  }
  /** Stores the bytes of held blocks again, and replaces all of their rows in one transaction. */
  const replace = async (blocks: BlocksByKey, { signal }: AbortOptions) => {
    const homes = new Map<string, Home>()
    for (const [key, { byteLength }] of blocks) {
      homes.set(key, !isLarge(byteLength) || (!direct && tier.admit(byteLength)) ? 'row' : 'object')
    }
    const isOutside = ([key]: readonly [string, Uint8Array]) => homes.get(key) === 'object'
    const release = objects.hold([...blocks.keys()])
    try {
      const placed = await storeOutside(new Map([...blocks].filter(isOutside)), { signal })
      for (const { key, pack, offset } of placed) homes.set(key, { pack, offset })
      const unused = await commits.run(() => {
        signal?.throwIfAborted()
        direct?.record(placed)
        return [...homes].flatMap(([key, home]) => {
          const held = index.stat(key)
          index.replace(rowOf({ key, bytes: blocks.get(key), home }), clock.now())
          return held?.hasObject && home !== 'object' ? key : []
        })
      })
      release()
      if (unused.length > 0) await objects.remove(unused)
    } finally {
      release()
      tier.refresh()
    }
    drain.wake(
      [...blocks.values()].some(({ byteLength }) => !direct && isLarge(byteLength)) || packs.isUntidy(),
    )
  }

  return {
    async putMany(blocks, { signal, onAdded } = {}) {
      signal?.throwIfAborted()
      const byKey = new Map(blocks.map(({ cid, bytes }) => [blockKey(cid), bytes]))
      const added = await writing(async () => {
        const keys = await put(byKey, { signal })
        const held = [...byKey].filter(([key, { byteLength }]) => isLarge(byteLength) && !keys.has(key))
        const lost = new Set(
          await direct?.lost(
            held.map(([key]) => key),
            { signal },
          ),
        )
        if (lost.size > 0) await replace(new Map(held.filter(([key]) => lost.has(key))), { signal })
        return keys
      })
      onAdded?.(blocks.flatMap(({ cid }) => (added.has(blockKey(cid)) ? cid : [])))
      buffers.written(blocks.reduce((sum, { bytes }) => sum + bytes.byteLength, 0))
    },
    async replace(cid, bytes, { signal } = {}) {
      signal?.throwIfAborted()
      await writing(() => replace(new Map([[blockKey(cid), bytes]]), { signal }))
    },
  }
}

const NO_BYTES = new Uint8Array()

function isLarge(sizeBytes: number): boolean {
  return sizeBytes >= INLINE_BELOW_BYTES
}

/** True for a large block whose bytes are in its row. */
function isInTier({ bytes, sizeBytes }: NewIndexRow): boolean {
  return bytes !== undefined && isLarge(sizeBytes)
}

interface Written {
  readonly key: string
  readonly bytes: Uint8Array | undefined
  readonly home: Home
}

function rowOf({ key, bytes = NO_BYTES, home }: Written): NewIndexRow {
  const row = { key, sizeBytes: bytes.byteLength }
  if (home === 'row') return { ...row, bytes: bufferOf(bytes) }
  return home === 'object' ? row : { ...row, place: home }
}

/** A row stores whole buffers. Most blocks fill theirs and need no copy. */
function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
  return isWhole ? buffer : new Uint8Array(buffer, byteOffset, byteLength).slice().buffer
}
