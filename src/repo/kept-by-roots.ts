import { type BlockSet, createBlockSet } from '../codec/cid/block-set.ts'
import type { CID } from '../codec/cid/cid.ts'
import { isDomainError } from '../errors.ts'
import type { LiveRoots } from '../parts/live-roots.ts'
import type { DagWalk } from '../pins/dag-walk.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore } from '../ports/datastore.ts'
import { generationCache } from '../state/generation-cache.ts'

export interface KeptByRootsOptions {
  readonly datastore: Pick<Datastore, 'generation'>
  readonly walk: DagWalk
}

/**
 * Creates a function that tells whether live roots keep a block. Their DAGs are walked once and cached until the
 * Datastore changes, so this is meant for small DAGs. Missing blocks are skipped.
 */
export function keptByRoots(roots: LiveRoots, { datastore, walk }: KeptByRootsOptions) {
  const kept = generationCache(datastore, async (options): Promise<BlockSet> => {
    const visited = createBlockSet()
    for await (const { cid, withoutDescendants } of roots(options)) {
      if (withoutDescendants) visited.addBlock(cid)
      else for await (const _ of walk(cid, { visited, onBad: ignore, ...options }));
    }
    return visited
  })
  return async (cid: CID, options: AbortOptions = {}): Promise<boolean> => {
    try {
      return (await kept(options)).hasBlock(cid)
    } catch (error) {
      // If the roots cannot be read, the block counts as not kept, and the caller may remove it.
      if (isDomainError(error)) return false
      throw error
    }
  }
}

function ignore(): void {}
