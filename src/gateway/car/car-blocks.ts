import { type BlockReader, loadBlock } from '../../blocks/load-block.ts'
import { type CID, IDENTITY_CODE } from '../../codec/cid/cid.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Block } from '../../ports/blockstore.ts'
import { type CarItem, itemsBelow } from './car-item.ts'
import type { DagScope } from './car-request.ts'

export interface CarBlocksOptions extends AbortOptions {
  /** Blocks that lead to `root`, the first of the path first. */
  readonly path: readonly CID[]
  readonly root: CarItem
  readonly scope: DagScope
  /** A block that occurs again is given again. */
  readonly dups: boolean
}

/** Most blocks of one CAR. With repeats a few small blocks make a CAR without end. */
const MAX_BLOCKS = 1_000_000

/** Most links that wait for their turn: each takes some 200 bytes. */
const MAX_WAITING = 250_000

/**
 * How many of the next blocks are read ahead, all of them at once at most, and how many may be held: below a
 * node that is read now, the turn of its siblings can be far off.
 */
const AHEAD = 6
const MAX_HELD = 18

interface Waiting extends CarItem {
  bytes?: Promise<Uint8Array> | undefined
}

/**
 * The blocks of a CAR, depth first: those of the path, then the root and what of the DAG below it the scope
 * takes, in the order of links. Identity CIDs are left out, and what they link to is not.
 *
 * Throws `not-found` at the first block that is not held, `too-large` over 1,000,000 blocks or 250,000
 * waiting links, and as {@link itemsBelow} does. Spec: trustless gateway specification, `order` and `dups`.
 */
export async function* carBlocks(
  blocks: BlockReader,
  { path, root, scope, dups, signal }: CarBlocksOptions,
): AsyncGenerator<Block, void> {
  for (const cid of path) yield { cid, bytes: await loadBlock(blocks, cid, { signal }) }
  const sent = createSent(dups)
  const waiting: Waiting[] = [{ ...root }]
  const ahead = createReadAhead(blocks, { signal })
  for (let left = MAX_BLOCKS; ; left -= 1) {
    ahead.read(waiting, sent)
    const item = waiting.pop()
    if (item === undefined) return
    if (sent.hasWhole(item)) {
      ahead.drop(item)
      continue
    }
    if (left === 0) throw new DomainError('too-large', `Cannot write CAR: over ${MAX_BLOCKS} blocks`)
    const bytes = await ahead.take(item)
    const below = itemsBelow(scope, item, bytes)
    if (sent.isNew(item) && item.cid.multihash.code !== IDENTITY_CODE) yield { cid: item.cid, bytes }
    sent.add(item)
    for (let at = below.length - 1; at >= 0; at -= 1) {
      const child = below[at]
      if (child && !sent.hasWhole(child)) waiting.push({ ...child })
    }
    if (waiting.length > MAX_WAITING) {
      throw new DomainError('too-large', `Cannot write CAR: over ${MAX_WAITING} links wait at once`)
    }
  }
}

interface Sent {
  /** True when neither the block nor anything below it needs to be given again. */
  hasWhole(item: CarItem): boolean
  isNew(item: CarItem): boolean
  add(item: CarItem): void
}

/** What a CAR without repeats has given. Of a file's range, a block can be given before all below it is. */
function createSent(dups: boolean): Sent {
  if (dups) return { hasWhole: () => false, isNew: () => true, add: () => undefined }
  const wholes = new Set<string>()
  const parts = new Set<string>()
  return {
    hasWhole: ({ cid }) => wholes.has(keyOf(cid)),
    isNew: ({ cid }) => !parts.has(keyOf(cid)),
    add({ cid, range }) {
      ;(range ? parts : wholes).add(keyOf(cid))
    },
  }
}

function createReadAhead(blocks: BlockReader, options: AbortOptions) {
  let held = 0
  let loading = 0
  const load = async (cid: CID) => {
    loading += 1
    try {
      return await loadBlock(blocks, cid, options)
    } finally {
      loading -= 1
    }
  }
  return {
    /** Starts to read what comes next; a failure waits until its turn. */
    read(waiting: readonly Waiting[], sent: Sent): void {
      for (const item of waiting.slice(-AHEAD).reverse()) {
        if (held >= MAX_HELD || loading >= AHEAD) return
        if (item.bytes || sent.hasWhole(item)) continue
        held += 1
        item.bytes = load(item.cid)
        item.bytes.catch(() => undefined)
      }
    },
    /** The bytes of the item whose turn it is. */
    take(item: Waiting): Promise<Uint8Array> {
      if (item.bytes === undefined) return load(item.cid)
      const { bytes } = item
      held -= 1
      item.bytes = undefined
      return bytes
    },
    drop(item: Waiting): void {
      if (item.bytes) held -= 1
      item.bytes = undefined
    },
  }
}

/** One text for both versions of a CID. */
function keyOf(cid: CID): string {
  return cid.toV1().toString()
}
