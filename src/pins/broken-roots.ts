import { type BlockSet, createBlockSet } from '../codec/cid/block-set.ts'
import type { CID } from '../codec/cid/cid.ts'
import type { ContentLock } from '../content-lock/content-lock.ts'
import { type DomainError, isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { DagWalk } from './dag-walk.ts'

export interface WholeRootsOptions {
  readonly walk: DagWalk
  readonly contentLock: Pick<ContentLock, 'protect'>
}

/** Finds the roots whose DAG is incomplete, with the reasons. Blocks that roots share are visited once. */
export async function findBrokenRoots(
  { walk, contentLock: { protect } }: WholeRootsOptions,
  roots: readonly CID[],
  { signal }: AbortOptions,
): Promise<ReadonlyMap<CID, DomainError>> {
  const broken = new Map<CID, DomainError>()
  let visited: BlockSet = createBlockSet()
  for (const root of roots) {
    try {
      for await (const _ of walk(root, { visited, protect, signal }));
    } catch (error) {
      if (!isDomainError(error)) throw error
      broken.set(root, error)
      // Blocks that were visited before the error are not known to be complete.
      visited = createBlockSet()
    }
  }
  return broken
}
