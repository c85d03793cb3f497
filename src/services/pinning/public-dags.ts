import { type BlockWriter, createBlockWriter } from '../../blocks/block-writer.ts'
import type { ByteBudget } from '../../blocks/byte-budget.ts'
import type { BlockReader } from '../../blocks/load-block.ts'
import { createPublicBlocks, type PublicBlocks, type PublicBlocksOptions } from '../../blocks/public.ts'
import type { Sessions } from '../../blocks/session.ts'
import { readCar } from '../../codec/car/read-car.ts'
import { type BlockSet, createBlockSet } from '../../codec/cid/block-set.ts'
import type { CID } from '../../codec/cid/cid.ts'
import type { ContentLock } from '../../content-lock/content-lock.ts'
import type { AddStage } from '../../content-lock/open-adds.ts'
import type { Activity } from '../../diagnostics/activity.ts'
import { DomainError } from '../../errors.ts'
import type { DagWalk } from '../../pins/dag-walk.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Block } from '../../ports/blockstore.ts'
import { storeVerified } from '../../unixfs/dag/store-verified.ts'
import { walkBlocks } from '../../unixfs/dag/walk.ts'

export interface PublicDagsOptions {
  readonly publicBlocks: PublicBlocks
  readonly sessions: Sessions
  readonly hides: PublicBlocksOptions['hides']
  readonly contentLock: Pick<ContentLock, 'protect'>
  readonly activity: Activity
  readonly writeBudget: ByteBudget
  /** The walk of garbage collection. */
  readonly coverWalk: DagWalk
}

export interface StoreCarOptions extends AbortOptions {
  /** What the add of the caller stores its blocks in. */
  readonly stage: AddStage
}

export interface ReadDagOptions extends StoreCarOptions {
  /** Maximum number of bytes of all blocks. */
  readonly maxBytes: number
  /** Called once with each block of the DAG. */
  readonly onBlock?: (cid: CID) => void
}

/** The most blocks of one CAR. Of more, nothing tells which of them nobody needs. */
const MAX_CAR_BLOCKS = 1_000_000

/**
 * Stores the DAGs of the service's users, and tells the stage each block that they rely on. Hidden blocks count as
 * missing. The caller holds the content lock for adding until what keeps the DAG is written.
 */
export interface PublicDags {
  /** Fetches the missing blocks of a DAG. Returns the bytes of its blocks. */
  fetch(root: CID, options: ReadDagOptions): Promise<number>
  /** The bytes of the blocks of a DAG that must be held. */
  measure(root: CID, options: ReadDagOptions): Promise<number>
  /**
   * Stores the blocks of a CAR, each verified, and returns which they are. Throws `failed-precondition` at the first one
   * over `maxBytes`, and `too-large` beyond a million blocks.
   */
  storeCar(content: AsyncIterable<Uint8Array>, options: ReadDagOptions): Promise<BlockSet>
}

/**
 * {@link PublicDags}. `fetch` and `measure` throw `not-found` for a missing block, and `too-large` beyond the limit and
 * for a DAG that garbage collection could not walk.
 */
export function createPublicDags({
  publicBlocks,
  sessions,
  hides,
  contentLock,
  activity,
  writeBudget,
  coverWalk,
}: PublicDagsOptions): PublicDags {
  /** Collections that do not wait for the add keep these blocks by what it tells, all others by the rows of `protect`. */
  const heldBlocks = ({ relyOn }: AddStage): BlockReader => ({
    async get(cid, options) {
      relyOn([cid])
      await contentLock.protect([cid], options)
      return publicBlocks.get(cid, options)
    },
  })
  const writing = async <T>(
    write: (writer: BlockWriter) => Promise<T>,
    { stage, signal }: StoreCarOptions,
  ): Promise<T> => {
    const writer = createBlockWriter(stage.blockstore, { activity, budget: writeBudget, signal })
    try {
      const result = await write(writer)
      await writer.flush()
      return result
    } finally {
      writer.discard()
    }
  }

  /** A DAG that a collection could not walk would end every collection. */
  const assertCollectable = async (root: CID, { stage, signal }: StoreCarOptions) => {
    const blocks = { ...heldBlocks(stage), has: async () => true }
    for await (const _ of coverWalk(root, { blocks, onLeaf: () => undefined, signal }));
  }

  return {
    async fetch(root, options) {
      const sizeBytes = await writing((writer) => {
        const held = heldBlocks(options.stage)
        const fetched = createPublicBlocks({ source: sessions.open(options), hides })
        const get: BlockReader['get'] = async (cid, readOptions) => {
          const own = await held.get(cid, readOptions)
          const bytes = own ?? (await fetched.get(cid, readOptions))
          if (bytes && !own) await writer.put(cid, bytes)
          return bytes
        }
        return dagBytes({ get }, root, options)
      }, options)
      await assertCollectable(root, options)
      return sizeBytes
    },
    async measure(root, options) {
      const sizeBytes = await dagBytes(heldBlocks(options.stage), root, options)
      await assertCollectable(root, options)
      return sizeBytes
    },
    storeCar: (content, options) =>
      writing(async (writer) => {
        const { blocks } = await readCar(content)
        const sent = createBlockSet()
        for await (const _ of storeVerified(writer, within(blocks, { ...options, onBlock: sent.addBlock })));
        return sent
      }, options),
  }
}

async function dagBytes(
  blocks: BlockReader,
  root: CID,
  { maxBytes, onBlock, signal }: ReadDagOptions,
): Promise<number> {
  let sizeBytes = 0
  for await (const { cid, bytes } of walkBlocks(blocks, root, { signal })) {
    onBlock?.(cid)
    sizeBytes += bytes.byteLength
    if (sizeBytes > maxBytes) throw new DomainError('too-large', overQuota(maxBytes))
  }
  return sizeBytes
}

/** The blocks, as long as they are within the limits. */
async function* within(
  blocks: AsyncIterable<Block>,
  { maxBytes, onBlock }: Pick<ReadDagOptions, 'maxBytes' | 'onBlock'>,
): AsyncGenerator<Block> {
  let count = 0
  let sizeBytes = 0
  for await (const block of blocks) {
    count += 1
    sizeBytes += block.bytes.byteLength
    if (count > MAX_CAR_BLOCKS)
      throw new DomainError('too-large', `A CAR has at most ${MAX_CAR_BLOCKS} blocks here`)
    if (sizeBytes > maxBytes) throw new DomainError('failed-precondition', overQuota(maxBytes))
    onBlock?.(block.cid)
    yield block
  }
}

function overQuota(maxBytes: number): string {
  return `DAG is over the ${maxBytes} bytes that are left of the quota`
}
