import type { CID } from '../codec/cid/cid.ts'
import { isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blocks, RemoveOptions } from './blocks.ts'

export interface Removal {
  readonly cid: CID
  /** Why the block is still there; absent when it was removed. */
  readonly error?: string
}

export interface RemoveBlocksOptions extends RemoveOptions {
  /** Where a path leads; what it throws ends the removals. */
  readonly resolve: (path: string, options: AbortOptions) => Promise<CID>
}

/** Removes the blocks at several paths, one after the other. One that cannot be removed stops no other. */
export async function* removeBlocks(
  blocks: Pick<Blocks, 'remove'>,
  paths: readonly string[],
  { resolve, ...options }: RemoveBlocksOptions,
): AsyncGenerator<Removal> {
  for (const path of paths) {
    const cid = await resolve(path, options)
    try {
      await blocks.remove(cid, options)
      yield { cid }
    } catch (error) {
      if (!isDomainError(error, 'failed-precondition') && !isDomainError(error, 'not-found')) throw error
      yield { cid, error: error.message }
    }
  }
}
