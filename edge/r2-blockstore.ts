import type { ByteBudget } from '../src/blocks/byte-budget.ts'
import { blockKey, type CID, cidIfBlockKey } from '../src/codec/cid/cid.ts'
import type { Blockstore } from '../src/ports/blockstore.ts'
import type { Clock } from '../src/ports/clock.ts'
import type { PackPlace } from '../src/ports/pack-files.ts'
import type { Schedule } from '../src/ports/schedule.ts'
import { type BlockDrain, blockDrain } from './block-drain.ts'
import { blockIndex, INLINE_BELOW_BYTES } from './block-index.ts'
import { type BlockObjectsOptions, blockObjects } from './block-objects.ts'
import { blockWrites } from './block-writes.ts'
import { type BufferCounts, collectBuffers } from './collect-buffers.ts'
import type { GroupCommit } from './group-commit.ts'
import { HOT_TIER_BYTES, hotTier } from './hot-tier.ts'
import type { PackStore } from './pack-store.ts'
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
  /** A local disk that gets all new packs, and large blocks at once. */
  readonly disk?: PackStore | undefined
  /** Counts the bytes of blocks that were written. */
  readonly buffers?: Pick<BufferCounts, 'written'> | undefined
  /** See `PacksOptions`. */
  readonly packBytes?: number | undefined
}

export interface R2Blockstore extends Blockstore {
  readonly drain: BlockDrain
  /** Where the bytes of a block are. `undefined` for a block that is in no pack. */
  placeOf(cid: CID): PackPlace | undefined
}

/**
 * {@link Blockstore} of one Durable Object: bytes in R2, index rows in the object's SQLite database. Small
 * blocks stay in their rows. Large ones begin there while the hot tier has room, and later move to packs in the
 * bucket. Without room, and in stores of earlier versions, a large block has an R2 object of its own. On a local
 * node, large batches go to packs on the disk at once. Bytes are written first. The rows that make them visible
 * follow in one transaction, which concurrent puts share.
 */
export function r2Blockstore(options: R2BlockstoreOptions): R2Blockstore {
  const {
    storage,
    commits,
    clock,
    hotTierBytes: capacityBytes = HOT_TIER_BYTES,
    buffers = collectBuffers(),
  } = options
  const nextTurn = yieldToEventLoop()
  const index = blockIndex(storage)
  const tier = hotTier(storage, capacityBytes)
  const objects = blockObjects(options)
  const packs = edgePacks({ ...options, index })
  const drain = blockDrain({ ...options, tier, packs })

  const { putMany, replace } = blockWrites({ index, tier, objects, packs, commits, clock, drain, buffers })

  return {
    drain,
    placeOf: (cid) => index.stat(blockKey(cid))?.place,
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
    replace,
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
      if (!held?.place) return
      await packs.direct?.removeIfUnused(held.place.pack)
      drain.wake(packs.isUntidy())
    },
    async *list({ signal } = {}) {
      let after = ''
      for (;;) {
        signal?.throwIfAborted()
        const page = index.page(after, LIST_PAGE)
        for (const { key, sizeBytes } of page) {
          signal?.throwIfAborted()
          const cid = cidIfBlockKey(key)
          if (cid) yield { cid, sizeBytes }
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
    async compact({ signal } = {}) {
      signal?.throwIfAborted()
      // In a bucket each write is paid for, and left to the drain.
      if (options.disk) await packs.tidyAll({ signal })
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
