import type { CID } from '../codec/cid.ts'
import { mapOrdered } from '../content/map-ordered.ts'
import { isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import type { ContentLock } from './content-lock.ts'

/** One block that was looked at. */
export interface VerifiedBlock {
  readonly cid: CID
  readonly state: 'good' | 'corrupt' | 'removed'
}

export interface VerifyBlocksOptions extends AbortOptions {
  /** Verifies what it reads. */
  readonly blockstore: Pick<Blockstore, 'get' | 'delete'>
  /** Everything that is held, good or bad. */
  readonly stored: Pick<Blockstore, 'list'>
  readonly contentLock: Pick<ContentLock, 'alone'>
  /** Removes corrupt blocks, pinned or not. */
  readonly drop?: boolean | undefined
}

/** Blocks that are read and hashed at once: at most 4 of 2 MiB, or of what was allowed to be big. */
const CONCURRENCY = 4

/**
 * Hashes every held block anew. A block that goes meanwhile is left out; one that is corrupt is read again
 * before it is removed, while nobody adds. Spec: RPC document, `/repo/verify`.
 */
export async function* verifyBlocks(options: VerifyBlocksOptions): AsyncGenerator<VerifiedBlock> {
  const { blockstore, stored, contentLock, drop = false, signal } = options
  const looked = mapOrdered(stored.list({ signal }), {
    concurrency: CONCURRENCY,
    transform: async ({ cid }) => ({ cid, state: await stateOf(blockstore, cid, { signal }) }),
  })
  const remove = async (cid: CID) => {
    const state = await stateOf(blockstore, cid, { signal })
    if (state !== 'corrupt') return state
    await blockstore.delete(cid, { signal })
    return 'removed'
  }
  for await (const { cid, state } of looked) {
    const now = state === 'corrupt' && drop ? await contentLock.alone(() => remove(cid), { signal }) : state
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
