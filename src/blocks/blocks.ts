import { type CID, IDENTITY_CODE } from '../codec/cid/cid.ts'
import type { ContentLock } from '../content-lock/content-lock.ts'
import type { Activity } from '../diagnostics/activity.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Block, Blockstore } from '../ports/blockstore.ts'
import type { BlockFormat } from './block-format.ts'
import type { ByteBudget } from './byte-budget.ts'
import { loadBlock } from './load-block.ts'
import { makeBlock } from './make-block.ts'

export interface PutOptions extends AbortOptions {
  readonly format: BlockFormat
}

export interface RemoveOptions extends AbortOptions {
  /** A block that is not held counts as removed. */
  readonly force?: boolean | undefined
}

/** Single blocks, whatever is in them. */
export interface Blocks {
  /**
   * Stores the bytes as one block; the block of an identity CID is in the CID and not stored. The caller
   * holds the content lock as one who adds. Throws `invalid-argument` for a weak hash.
   */
  put(bytes: Uint8Array, options: PutOptions): Promise<Block>
  /** Throws `not-found` for a block that is not held, `invalid-argument` for a weak hash. */
  get(cid: CID, options?: AbortOptions): Promise<Uint8Array>
  /**
   * Removes a block that nothing pins or stands on, corrupt ones too, alone with the store. Throws `failed-precondition` with the
   * reason for one that is kept, `not-found` for one that is not held.
   */
  remove(cid: CID, options?: RemoveOptions): Promise<void>
}

export interface BlocksOptions {
  readonly blockstore: Pick<Blockstore, 'get' | 'put' | 'delete'>
  readonly contentLock: Pick<ContentLock, 'alone'>
  readonly activity: Activity
  readonly writeBudget: Pick<ByteBudget, 'take'>
  /** True for a block that has a row, good or bad. */
  readonly isStored: Blockstore['has']
  /** Says which pin or service keeps a block, in the words of the wire, or `undefined`. */
  readonly retentionReason: (cid: CID, options: AbortOptions) => Promise<string | undefined>
}

export function createBlocks({
  blockstore,
  isStored,
  contentLock,
  retentionReason,
  activity,
  writeBudget,
}: BlocksOptions): Blocks {
  return {
    async put(bytes, { format, signal }) {
      const block = await makeBlock(bytes, format)
      if (isInline(block.cid)) return block
      const giveBack = await writeBudget.take(bytes.byteLength, { signal })
      const leave = activity.enter('bytes-in-flight', bytes.byteLength)
      try {
        await blockstore.put(block.cid, bytes, { signal })
      } finally {
        leave()
        giveBack()
      }
      return block
    },
    get: (cid, options = {}) => loadBlock(blockstore, cid, options),
    async remove(cid, { force = false, signal } = {}) {
      const remove = async () => {
        const reason = await retentionReason(cid, { signal })
        if (reason !== undefined) throw new DomainError('failed-precondition', reason)
        if (isInline(cid)) return
        if (await isStored(cid, { signal })) await blockstore.delete(cid, { signal })
        else if (!force) throw new DomainError('not-found', `ipld: could not find ${cid}`)
      }
      return contentLock.alone(remove, { signal })
    },
  }
}

function isInline(cid: CID): boolean {
  return cid.multihash.code === IDENTITY_CODE
}
