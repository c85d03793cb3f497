import type { ByteBudget } from '../src/blocks/byte-budget.ts'
import { blockKey, cidOfBlockKey } from '../src/codec/cid/cid.ts'
import type { AbortOptions } from '../src/ports/abort.ts'
import type { Block, Blockstore } from '../src/ports/blockstore.ts'
import type { Clock } from '../src/ports/clock.ts'
import type { Schedule } from '../src/ports/schedule.ts'
import { type BlockDrain, blockDrain } from './block-drain.ts'
import { type BlockIndex, blockIndex, INLINE_BELOW_BYTES } from './block-index.ts'
import { type BlockObjects, type BlockObjectsOptions, blockObjects } from './block-objects.ts'
import { collectBuffers } from './collect-buffers.ts'
import type { GroupCommit } from './group-commit.ts'
import { HOT_TIER_BYTES, type HotTier, hotTier } from './hot-tier.ts'
import { edgePacks } from './packs.ts'
import { readIndexed } from './read-indexed.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

/** Rows that one query of `list` holds in memory. */
const LIST_PAGE = 1_000

export interface R2BlockstoreOptions extends BlockObjectsOptions {
  readonly storage: DurableObjectStorage
  readonly commits: GroupCommit
  readonly clock: Clock
  readonly schedule: Schedule
  /** The write budget of the node, which limits the memory for reading and writing packs. */
  readonly budget: ByteBudget
  /** Maximum bytes of large blocks in rows. 0 writes every large block to the bucket at once. */
  readonly hotTierBytes?: number | undefined
}

export interface R2Blockstore extends Blockstore {
  readonly drain: BlockDrain
}

/**
 * {@link Blockstore} of one Durable Object: bytes in R2, index rows in the object's SQLite database. Small
 * blocks stay in their rows. Large ones begin there while the hot tier has room, and later move to packs in the
 * bucket. Without room, and in stores of earlier versions, a large block has an R2 object of its own. Objects
 * are written first. The rows that make them visible follow in one transaction, which concurrent puts share.
 */
export function r2Blockstore(options: R2BlockstoreOptions): R2Blockstore {
  const { storage, commits, clock, hotTierBytes: capacityBytes = HOT_TIER_BYTES } = options
  const nextTurn = yieldToEventLoop()
  const collect = collectBuffers()
  const index = blockIndex(storage)
  const tier = hotTier(storage, capacityBytes)
  const objects = blockObjects(options)
  const packs = edgePacks({ ...options, index })
  const drain = blockDrain({ ...options, tier, packs })

  const putMany = async (blocks: readonly Block[], { signal }: AbortOptions = {}) => {
    signal?.throwIfAborted()
    const distinct = new Map(blocks.map(({ cid, bytes }) => [blockKey(cid), bytes]))
    const inRows = placesInRows(distinct, index, tier)
    const release = objects.hold([...distinct.keys()])
    const written = new Set<string>()
    const isMissing = (key: string) => !inRows.has(key) && !written.has(key) && !index.has(key)
    /**
     * Adds the rows. False when a block lost its row in the meantime and its bytes are not stored: it then
     * needs a row with bytes, or an object.
     */
    const addRows = () => {
      signal?.throwIfAborted()
      if ([...distinct.keys()].some(isMissing)) return false
      const rows = [...distinct]
        .filter(([key]) => inRows.has(key) || written.has(key))
        .map(([key, bytes]) => ({
          key,
          sizeBytes: bytes.byteLength,
          ...(inRows.has(key) && { bytes: bufferOf(bytes) }),
        }))
      // A concurrent put has added one of them, and has counted it too.
      if ([...inRows].some(index.has)) tier.refresh()
      index.add(rows, clock.now())
      release()
      drain.wake(rows.some(({ sizeBytes }) => sizeBytes >= INLINE_BELOW_BYTES))
      return true
    }
    try {
      for (let isAdded = false; !isAdded; isAdded = await commits.run(addRows)) {
        const missing = [...distinct].filter(([key]) => isMissing(key))
        await writeObjects(missing, { objects, signal })
        for (const [key] of missing) written.add(key)
      }
      collect(blocks.reduce((sum, { bytes }) => sum + bytes.byteLength, 0))
    } catch (error) {
      tier.refresh()
      throw error
    } finally {
      release()
    }
  }

  return {
    drain,
    async get(cid, { signal } = {}) {
      signal?.throwIfAborted()
      await nextTurn()
      const bytes = await readIndexed(blockKey(cid), { index, objects, packs, signal })
      signal?.throwIfAborted()
      return bytes
    },
    async has(cid, { signal } = {}) {
      signal?.throwIfAborted()
      await nextTurn()
      return index.has(blockKey(cid))
    },
    put: (cid, bytes, options) => putMany([{ cid, bytes }], options),
    putMany,
    async replace(cid, bytes, { signal } = {}) {
      signal?.throwIfAborted()
      const key = blockKey(cid)
      const sizeBytes = bytes.byteLength
      const inRow = sizeBytes < INLINE_BELOW_BYTES || tier.admit(sizeBytes)
      const release = objects.hold([key])
      try {
        if (!inRow) await objects.write(key, bytes, { signal })
        const before = await commits.run(() => {
          signal?.throwIfAborted()
          const held = index.stat(key)
          index.replace({ key, sizeBytes, ...(inRow && { bytes: bufferOf(bytes) }) }, clock.now())
          return held
        })
        release()
        if (before?.hasObject && inRow) await objects.remove([key])
      } finally {
        release()
        tier.refresh()
      }
      drain.wake(sizeBytes >= INLINE_BELOW_BYTES || packs.isUntidy())
    },
    async *copies(cid, { signal } = {}) {
      signal?.throwIfAborted()
      const key = blockKey(cid)
      const held = index.find(key)
      if (!held) return
      const { sizeBytes, place, hasObject, bytes } = held
      if (bytes) yield bytes
      const stored = place
        ? await packs.readAnew({ ...place, sizeBytes }, { signal })
        : hasObject && (await objects.read(key, sizeBytes, { signal }))
      signal?.throwIfAborted()
      if (stored && stored.byteLength === sizeBytes) yield stored
    },
    async delete(cid, { signal } = {}) {
      signal?.throwIfAborted()
      const key = blockKey(cid)
      if (!index.has(key)) return
      const held = await commits.run(() => {
        const found = index.stat(key)
        if (found) index.remove(key)
        if (found && found.sizeBytes >= INLINE_BELOW_BYTES) tier.refresh()
        return found
      })
      // A block that was added again in the meantime keeps its object.
      if (held?.hasObject && !index.has(key)) await objects.remove([key])
      if (held?.place) drain.wake(packs.isUntidy())
    },
    async *list({ signal } = {}) {
      let after = ''
      for (;;) {
        signal?.throwIfAborted()
        const page = index.page(after, LIST_PAGE)
        for (const { key, sizeBytes } of page) {
          signal?.throwIfAborted()
          yield { cid: cidOfBlockKey(key), sizeBytes }
          after = key
        }
        if (page.length < LIST_PAGE) return
      }
    },
    async stat(cid, { signal } = {}) {
      signal?.throwIfAborted()
      const held = index.stat(blockKey(cid))
      return held && { sizeBytes: held.sizeBytes }
    },
    async totals({ signal } = {}) {
      signal?.throwIfAborted()
      return index.totals()
    },
    async sweep({ signal } = {}) {
      signal?.throwIfAborted()
      const repaired = await packs.repair({ signal })
      let { removedBlocks } = repaired
      for await (const keys of objects.pages({ signal })) {
        signal?.throwIfAborted()
        removedBlocks += await objects.remove(keys.filter((key) => !index.stat(key)?.hasObject))
      }
      return { ...repaired, removedBlocks }
    },
  }
}

/** The keys of new blocks whose bytes go into rows: all small blocks, and large ones while the tier has room. */
function placesInRows(
  blocks: ReadonlyMap<string, Uint8Array>,
  index: BlockIndex,
  tier: HotTier,
): ReadonlySet<string> {
  const places = new Set<string>()
  for (const [key, { byteLength }] of blocks) {
    if (!index.has(key) && (byteLength < INLINE_BELOW_BYTES || tier.admit(byteLength))) places.add(key)
  }
  return places
}

/** Writes one object for each block. After a failure, no further writes start, and those in progress are awaited. */
async function writeObjects(
  blocks: readonly (readonly [key: string, bytes: Uint8Array])[],
  { objects, signal }: AbortOptions & { readonly objects: BlockObjects },
): Promise<void> {
  if (blocks.length === 0) return
  const stop = new AbortController()
  const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
  await Promise.all(
    blocks.map(([key, bytes]) =>
      objects.write(key, bytes, { signal: either }).catch((error: unknown) => stop.abort(error)),
    ),
  )
  stop.signal.throwIfAborted()
  signal?.throwIfAborted()
}

/** A row stores whole buffers. Most blocks fill theirs and need no copy. */
function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
  return isWhole ? buffer : new Uint8Array(buffer, byteOffset, byteLength).slice().buffer
}
