import type { CID } from '../codec/cid/cid.ts'
import { isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blocks, RemoveOptions } from './blocks.ts'

export interface Removal {
  readonly cid: CID
  /** The reason why the block was not removed. Absent when it was removed. */
  readonly error?: string
}

export interface RemoveBlocksOptions extends RemoveOptions {
  /** Resolves a path to a CID. An error that it throws ends the removals. */
  readonly resolve: (path: string, options: AbortOptions) => Promise<CID>
}

/** Errors about one block, which say nothing about the next one. */
const OF_ONE_BLOCK = ['failed-precondition', 'not-found', 'corrupt'] as const

/** Removes the blocks at several paths, in order. A block that cannot be removed is reported, and the rest continue. */
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
      if (!isDomainError(error) || !OF_ONE_BLOCK.some((code) => code === error.code)) throw error
      yield { cid, error: error.message }
    }
  }
}
