import { blockKey } from '../../codec/cid/cid.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Block, Blockstore } from '../../ports/blockstore.ts'
import type { Clock } from '../../ports/clock.ts'
import { untilAborted } from '../../streams/until-aborted.ts'

/**
 * Stores a block, and resolves when it is stored. When the caller's signal aborts, the promise rejects with its reason,
 * and the block is stored only if another caller wants it, or if its group is being stored already.
 */
export type PutBlock = (block: Block, options?: GroupedPutOptions) => Promise<void>

export interface GroupedPutOptions extends AbortOptions {
  /** True when the caller waits for further blocks, with which this one may be stored. Default: false. */
  readonly isMoreComing?: boolean | undefined
}

export interface GroupPutsOptions {
  readonly store: Pick<Blockstore, 'putMany'>
  readonly clock: Pick<Clock, 'sleep'>
}

/** A block that waits or is being stored. Several callers may have brought it. */
interface Pending extends Block {
  readonly stored: Promise<void>
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
  /** Number of callers that wait for it. */
  callers: number
}

/** A group is complete at this size: one pack of a host's store. */
const MAX_GROUP_BYTES = 4 * 1024 * 1024
const MAX_GROUP_BLOCKS = 256

/**
 * While callers wait for further blocks, the next group begins this time after the last, or at this size. A fast peer
 * sends a block each 4 ms: a store that needs less for one would otherwise make a group, and a pack, of each.
 */
const APART_MS = 25
const READY_BYTES = 2 * 1024 * 1024

/** Groups that are stored concurrently. The second one begins only when it is complete. */
const MAX_UNDER_WAY = 2

/**
 * Stores blocks that many callers pass one by one. The first is stored at once. Those that arrive while it is being
 * stored, or shortly after it with more to come, are stored together, which a store does several times faster than each
 * by itself. If a group cannot be stored, each of its blocks is stored by itself, so that a caller sees the failure of
 * its own block alone.
 */
export function groupPuts({ store, clock }: GroupPutsOptions): PutBlock {
  const pending = new Map<string, Pending>()
  let waiting: Pending[] = []
  let waitingBytes = 0
  let underWay = 0
  /** True when a caller of those that wait expects no further blocks. */
  let isUrgent = false
  /** True for a time after a group has begun. */
  let isRecent = false

  const storeEach = async (group: readonly Pending[]) => {
    for (const { cid, bytes, resolve, reject } of group) {
      await store.putMany([{ cid, bytes }]).then(resolve, reject)
    }
  }
  const storeGroup = async (group: readonly Pending[]) => {
    try {
      await store.putMany(group.map(({ cid, bytes }) => ({ cid, bytes })))
      for (const { resolve } of group) resolve()
    } catch (error) {
      const [first] = group
      if (group.length > 1) await storeEach(group)
      else first?.reject(error)
    }
  }
  const isDue = () => {
    if (waiting.length === 0) return false
    const isComplete = waitingBytes >= MAX_GROUP_BYTES || waiting.length >= MAX_GROUP_BLOCKS
    if (isComplete) return underWay < MAX_UNDER_WAY
    return underWay === 0 && (!isRecent || isUrgent || waitingBytes >= READY_BYTES)
  }
  const keepApart = async () => {
    if (isRecent) return
    isRecent = true
    await clock.sleep(APART_MS)
    isRecent = false
    start()
  }
  const start = () => {
    while (isDue()) {
      const group = waiting
      waiting = []
      waitingBytes = 0
      isUrgent = false
      underWay += 1
      void keepApart()
      storeGroup(group)
        .catch(() => undefined)
        .finally(() => {
          for (const { cid } of group) pending.delete(blockKey(cid))
          underWay -= 1
          start()
        })
    }
  }
  const add = (key: string, { cid, bytes }: Block): Pending => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    // Its callers may have left.
    promise.catch(() => undefined)
    const block = { cid, bytes, stored: promise, resolve, reject, callers: 0 }
    pending.set(key, block)
    waiting.push(block)
    waitingBytes += bytes.byteLength
    return block
  }
  /** Drops a block that no caller wants any more, unless it is being stored. */
  const drop = (key: string, block: Pending) => {
    const at = waiting.indexOf(block)
    if (at === -1) return
    waiting.splice(at, 1)
    waitingBytes -= block.bytes.byteLength
    pending.delete(key)
  }

  return async (pair, { signal, isMoreComing = false } = {}) => {
    signal?.throwIfAborted()
    const key = blockKey(pair.cid)
    const block = pending.get(key) ?? add(key, pair)
    block.callers += 1
    isUrgent ||= !isMoreComing && waiting.length > 0
    start()
    try {
      await untilAborted(block.stored, { signal })
    } finally {
      block.callers -= 1
      if (block.callers === 0) drop(key, block)
    }
  }
}
