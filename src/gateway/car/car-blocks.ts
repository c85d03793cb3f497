import { type BlockReader, loadBlock } from '../../blocks/load-block.ts'
import { type CID, IDENTITY_CODE } from '../../codec/cid/cid.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Block } from '../../ports/blockstore.ts'
import { type CarItem, itemsBelow } from './car-item.ts'
import type { DagScope } from './car-request.ts'

export interface CarBlocksOptions extends AbortOptions {
  /** The blocks of the path before `root`, in order. */
  readonly path: readonly CID[]
  readonly root: CarItem
  readonly scope: DagScope
  /** Sends repeated blocks each time. */
  readonly dups: boolean
}

/** Maximum number of blocks in one CAR. With repeats, a few small blocks could make it endless. */
const MAX_BLOCKS = 1_000_000

/** Maximum number of links that wait: each takes about 200 bytes. */
const MAX_WAITING = 250_000

/**
 * Number of following blocks that are read ahead at the same time, and maximum number held in memory: after a
 * node, the turn of its siblings can be far off.
 */
const AHEAD = 6
const MAX_HELD = 18
/** What a block is counted as until its size is known. */
const USUAL_BLOCK_BYTES = 256 * 1024

interface Waiting extends CarItem {
  ahead?: BlockAhead | undefined
}

/** A block that is read ahead. */
interface BlockAhead {
  readonly bytes: Promise<Uint8Array>
  /** What it counts as in the limit of all readers. */
  countedBytes: number
}

/**
 * Yields the blocks of a CAR, depth first: those of the path, then the root and the part of its DAG in the
 * scope, in the order of links. Identity CIDs and their links are left out.
 *
 * Throws `not-found` at the first missing block, `too-large` over 1,000,000 blocks or 250,000 waiting links,
 * and the errors of {@link itemsBelow}. Spec: trustless gateway specification, `order` and `dups`.
 */
export async function* carBlocks(
  blocks: BlockReader,
  { path, root, scope, dups, signal }: CarBlocksOptions,
): AsyncGenerator<Block, void> {
  for (const cid of path) yield { cid, bytes: await loadBlock(blocks, cid, { signal }) }
  const ahead = createReadAhead(blocks, { signal })
  try {
    yield* blocksBelow(root, { scope, sent: createSent(dups), ahead })
  } finally {
    ahead.close()
  }
}

interface BlocksBelow {
  readonly scope: DagScope
  readonly sent: Sent
  readonly ahead: ReturnType<typeof createReadAhead>
}

async function* blocksBelow(root: CarItem, { scope, sent, ahead }: BlocksBelow): AsyncGenerator<Block, void> {
  const waiting: Waiting[] = [{ ...root }]
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
  /** True when neither the block nor anything below it needs to be sent again. */
  hasWhole(item: CarItem): boolean
  isNew(item: CarItem): boolean
  add(item: CarItem): void
}

/**
 * Tracks what a CAR without repeats has sent. For a range of a file, a block may be sent before everything
 * below it was.
 */
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
  const shared = blocks.readAhead?.open()
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
  const start = (cid: CID): BlockAhead => {
    const ahead: BlockAhead = { bytes: load(cid), countedBytes: USUAL_BLOCK_BYTES }
    held += 1
    shared?.add(ahead.countedBytes)
    ahead.bytes.then(
      ({ byteLength }) => {
        if (ahead.countedBytes === 0) return
        shared?.add(byteLength - ahead.countedBytes)
        ahead.countedBytes = byteLength
      },
      () => undefined,
    )
    return ahead
  }
  const drop = (item: Waiting) => {
    if (!item.ahead) return
    held -= 1
    shared?.add(-item.ahead.countedBytes)
    item.ahead.countedBytes = 0
    item.ahead = undefined
  }
  return {
    /** Starts to read the next blocks. A failure is reported when the block's turn comes. */
    read(waiting: readonly Waiting[], sent: Sent): void {
      for (const item of waiting.slice(-AHEAD).reverse()) {
        if (held >= MAX_HELD || loading >= AHEAD || blocks.readAhead?.isReached()) return
        if (item.ahead || sent.hasWhole(item)) continue
        item.ahead = start(item.cid)
      }
    },
    /** The bytes of the item whose turn it is. */
    take(item: Waiting): Promise<Uint8Array> {
      const bytes = item.ahead?.bytes ?? load(item.cid)
      drop(item)
      return bytes
    },
    drop,
    /** Gives back what is held. Call it at the end, in whatever way that comes. */
    close(): void {
      shared?.close()
    },
  }
}

/** The same text for both versions of a CID. */
function keyOf(cid: CID): string {
  return cid.toV1().toString()
}
