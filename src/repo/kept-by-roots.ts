import { type BlockSet, createBlockSet } from '../codec/cid/block-set.ts'
import type { CID } from '../codec/cid/cid.ts'
import { isDomainError } from '../errors.ts'
import type { DagWalk } from '../pins/dag-walk.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore } from '../ports/datastore.ts'
import { generationCache } from '../state/generation-cache.ts'
import type { LiveRoots } from './live-roots.ts'

export interface KeptByRootsOptions {
  readonly datastore: Pick<Datastore, 'generation'>
  readonly walk: DagWalk
}

/**
 * Says whether live roots keep a block. What they keep is walked once and remembered until the Datastore changes:
 * meant for roots with little below them. What is missing below a root keeps nothing.
 */
export function keptByRoots(roots: LiveRoots, { datastore, walk }: KeptByRootsOptions) {
  const kept = generationCache(datastore, async (options): Promise<BlockSet> => {
    const visited = createBlockSet()
    for await (const { cid, isAlone } of roots(options)) {
      if (isAlone) visited.addBlock(cid)
      else for await (const _ of walk(cid, { visited, onBad: ignore, ...options }));
    }
    return visited
  })
  return async (cid: CID, options: AbortOptions = {}): Promise<boolean> => {
    try {
      return (await kept(options)).hasBlock(cid)
    } catch (error) {
      // Roots that cannot be read keep nothing that could be told: the block is the caller's to remove.
      if (isDomainError(error)) return false
      throw error
    }
  }
}

function ignore(): void {}
