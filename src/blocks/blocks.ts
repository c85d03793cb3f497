import { type CID, IDENTITY_CODE } from '../codec/cid/cid.ts'
import { linksOfBlock } from '../codec/ipld/block-links.ts'
import type { ContentLock } from '../content-lock/content-lock.ts'
import type { Activity } from '../diagnostics/activity.ts'
import { DomainError, isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Block, Blockstore } from '../ports/blockstore.ts'
import type { BlockFormat } from './block-format.ts'
import type { ByteBudget } from './byte-budget.ts'
import { loadBlock } from './load-block.ts'
import { makeBlock } from './make-block.ts'

export interface PutOptions extends AbortOptions {
  readonly format: BlockFormat
  /** Refuses a block whose links cannot be read, since a pin of it would never be complete. False when absent. */
  readonly needsLinks?: boolean | undefined
}

export interface RemoveOptions extends AbortOptions {
  /** Treats the removal of an absent block as a success. */
  readonly force?: boolean | undefined
}

/** Stores, reads and removes single blocks of any codec. */
export interface Blocks {
  /**
   * Stores the bytes as one block. The block of an identity CID is in the CID and not stored. The caller runs
   * it under the content lock, as an add. Throws `invalid-argument` for a weak hash; with `needsLinks`, `corrupt`
   * for bytes that are not what the codec says, `unsupported` for a codec that this node cannot decode.
   */
  put(bytes: Uint8Array, options: PutOptions): Promise<Block>
  /** Throws `not-found` for an absent block, `invalid-argument` for a weak hash. */
  get(cid: CID, options?: AbortOptions): Promise<Uint8Array>
  /**
   * Removes a block, even a corrupt one, that is neither pinned nor referenced by a service. Holds the content
   * lock alone meanwhile. Throws `failed-precondition` with the reason for a block that is kept, `not-found`
   * for an absent one.
   */
  remove(cid: CID, options?: RemoveOptions): Promise<void>
}

export interface BlocksOptions {
  readonly blockstore: Pick<Blockstore, 'get' | 'put' | 'delete'>
  readonly contentLock: Pick<ContentLock, 'removing'>
  readonly activity: Activity
  readonly writeBudget: Pick<ByteBudget, 'take'>
  /** True for a block that has a row, intact or corrupt. */
  readonly isStored: Blockstore['has']
  /** The pin or service that keeps a block, in the words of the wire. `undefined` when nothing keeps it. */
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
    async put(bytes, { format, needsLinks = false, signal }) {
      const block = await makeBlock(bytes, format)
      if (needsLinks) assertLinks(block)
      if (isInline(block.cid)) return block
      const release = await writeBudget.take(bytes.byteLength, { signal })
      const leave = activity.enter('bytes-in-flight', bytes.byteLength)
      try {
        await blockstore.put(block.cid, bytes, { signal })
      } finally {
        leave()
        release()
      }
      return block
    },
    get: (cid, options = {}) => loadBlock(blockstore, cid, options),
    remove: (cid, { force = false, signal } = {}) =>
      contentLock.removing(
        async ({ unlessReliedOn }) => {
          const reason = await retentionReason(cid, { signal })
          if (reason !== undefined) throw new DomainError('failed-precondition', reason)
          if (isInline(cid)) return
          const remove = async () => {
            if (await isStored(cid, { signal })) await blockstore.delete(cid, { signal })
            else if (!force) throw new DomainError('not-found', `ipld: could not find ${cid}`)
            return true
          }
          if (!(await unlessReliedOn(cid, remove)))
            throw new DomainError('failed-precondition', `in use: an add under way relies on ${cid}`)
        },
        { signal },
      ),
  }
}

function assertLinks({ cid, bytes }: Block): void {
  try {
    linksOfBlock(cid, bytes)
  } catch (cause) {
    if (!isDomainError(cause)) throw cause
    throw new DomainError(cause.code, `Cannot store block "${cid}" with a pin: ${cause.message}`, { cause })
  }
}

function isInline(cid: CID): boolean {
  return cid.multihash.code === IDENTITY_CODE
}
