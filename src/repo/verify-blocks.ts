import type { BlockReader } from '../blocks/load-block.ts'
import type { CID } from '../codec/cid/cid.ts'
import type { ContentLock } from '../content-lock/content-lock.ts'
import { isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import { mapOrdered } from '../streams/map-ordered.ts'
import { healBlock } from './heal-block.ts'

/**
 * One block that was looked at. `healed`: right bytes stand where the corrupt ones were. `missing`: it was removed,
 * for no right bytes were found.
 */
export interface VerifiedBlock {
  readonly cid: CID
  readonly state: 'good' | 'corrupt' | 'removed' | 'healed' | 'missing'
}

export interface VerifyOptions extends AbortOptions {
  /** Removes corrupt blocks, pinned or not. */
  readonly drop?: boolean | undefined
  /** Replaces corrupt bytes by those of another copy, here or at a gateway; removes what has none. */
  readonly heal?: boolean | undefined
}

export interface VerifyBlocksOptions extends VerifyOptions {
  /** Verifies what it reads. */
  readonly blockstore: Pick<Blockstore, 'get' | 'delete' | 'replace'>
  /** Everything that is held, good or bad. */
  readonly stored: Pick<Blockstore, 'list' | 'copies'>
  readonly contentLock: Pick<ContentLock, 'alone'>
  /** Other nodes that are asked for the bytes of corrupt blocks, in this order. */
  readonly gateways: readonly BlockReader[]
}

/** Blocks that are read and hashed at once: at most 4 of 2 MiB, or of what was allowed to be big. */
const CONCURRENCY = 4

/**
 * Hashes every held block anew. A block that goes meanwhile is left out; one that is corrupt is read again
 * before it is removed, while nobody adds. Spec: RPC document, `/repo/verify`.
 */
export async function* verifyBlocks(options: VerifyBlocksOptions): AsyncGenerator<VerifiedBlock> {
  const { blockstore, stored, contentLock, drop = false, heal = false, signal } = options
  const looked = mapOrdered(stored.list({ signal }), {
    concurrency: CONCURRENCY,
    transform: async ({ cid }) => ({ cid, state: await stateOf(blockstore, cid, { signal }) }),
  })
  const remove = (cid: CID) =>
    contentLock.alone(
      async () => {
        const state = await stateOf(blockstore, cid, { signal })
        if (state !== 'corrupt') return state
        await blockstore.delete(cid, { signal })
        return 'removed'
      },
      { signal },
    )
  const remedy = async (cid: CID, state: 'good' | 'corrupt' | undefined) => {
    if (heal && state && (await healBlock(cid, { ...options, isCorrupt: state === 'corrupt' }))) {
      return 'healed'
    }
    if (state !== 'corrupt' || !(drop || heal)) return state
    const outcome = await remove(cid)
    return heal && outcome === 'removed' ? 'missing' : outcome
  }
  for await (const { cid, state } of looked) {
    const now = await remedy(cid, state)
    if (now) yield { cid, state: now }
  }
}

async function stateOf(
  blockstore: Pick<Blockstore, 'get'>,
  cid: CID,
  options: AbortOptions,
): Promise<'good' | 'corrupt' | undefined> {
  try {
    return (await blockstore.get(cid, options)) && 'good'
  } catch (error) {
    if (!isDomainError(error, 'corrupt')) throw error
    return 'corrupt'
  }
}
