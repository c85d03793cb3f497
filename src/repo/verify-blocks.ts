import type { CID } from '../codec/cid/cid.ts'
import type { ContentLock } from '../content-lock/content-lock.ts'
import { isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import { mapOrdered } from '../streams/map-ordered.ts'
import { type HealOptions, healBlock } from './heal-block.ts'

/**
 * The result for one block. `healed`: valid bytes replaced the corrupt ones. `missing`: the block was removed,
 * because no valid bytes were found.
 */
export interface VerifiedBlock {
  readonly cid: CID
  readonly state: 'good' | 'corrupt' | 'removed' | 'healed' | 'missing'
}

export interface VerifyOptions extends AbortOptions {
  /** Removes corrupt blocks, even pinned ones. */
  readonly drop?: boolean | undefined
  /** Replaces corrupt bytes by a valid local copy or by a gateway's. Removes blocks without either. */
  readonly heal?: boolean | undefined
  readonly healTimeoutMs?: HealOptions['healTimeoutMs']
}

export interface VerifyBlocksOptions extends VerifyOptions, Pick<HealOptions, 'clock' | 'gateways'> {
  /** A store that verifies reads. */
  readonly blockstore: Pick<Blockstore, 'get' | 'delete' | 'replace'>
  /** The unverified store: all blocks, valid or corrupt. */
  readonly stored: Pick<Blockstore, 'list' | 'copies'>
  readonly contentLock: Pick<ContentLock, 'removing'>
}

/** Blocks that are read and hashed concurrently: usually at most 2 MiB each, more for big ones that were allowed. */
const CONCURRENCY = 4

/**
 * Verifies the hash of every stored block. A block that is removed meanwhile is left out. A corrupt block is read
 * again before it is removed, while no add can begin to rely on it, and stays while one does. Spec: RPC document,
 * `/repo/verify`.
 */
export async function* verifyBlocks(options: VerifyBlocksOptions): AsyncGenerator<VerifiedBlock> {
  const { blockstore, stored, contentLock, drop = false, heal = false, signal } = options
  const checked = mapOrdered(stored.list({ signal }), {
    concurrency: CONCURRENCY,
    transform: async ({ cid }) => ({ cid, state: await stateOf(blockstore, cid, { signal }) }),
  })
  const remove = (cid: CID) => {
    const removeCorrupt = async () => {
      const state = await stateOf(blockstore, cid, { signal })
      if (state !== 'corrupt') return { state }
      await blockstore.delete(cid, { signal })
      return { state: 'removed' as const }
    }
    return contentLock.removing(
      async ({ unlessReliedOn }) => {
        const removed = await unlessReliedOn(cid, removeCorrupt)
        return removed ? removed.state : 'corrupt'
      },
      { signal },
    )
  }
  const remedy = async (cid: CID, state: 'good' | 'corrupt' | undefined) => {
    if (heal && state && (await healBlock(cid, { ...options, isCorrupt: state === 'corrupt' }))) {
      return 'healed'
    }
    if (state !== 'corrupt' || !(drop || heal)) return state
    const outcome = await remove(cid)
    return heal && outcome === 'removed' ? 'missing' : outcome
  }
  for await (const { cid, state } of checked) {
    const outcome = await remedy(cid, state)
    if (outcome) yield { cid, state: outcome }
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
