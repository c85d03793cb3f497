import type { PublicBlocks } from '../../../blocks/public.ts'
import type { CID } from '../../../codec/cid/cid.ts'
import { DomainError } from '../../../errors.ts'
import type { DagWalk } from '../../../pins/dag-walk.ts'
import type { RouterCall, Routing } from '../routing.ts'

export interface AnnounceBlocksOptions extends RouterCall {
  /** Also announces all descendants. Default: false. */
  readonly recursive?: boolean | undefined
}

/** Announces to peers that this node provides blocks. */
export interface Announcer {
  /**
   * Announces each block once and yields it then. Throws `not-found` for a block that this node does not hold or does
   * not show to others, and `unavailable` if no peer has stored the announcement.
   */
  announce(cids: readonly CID[], options?: AnnounceBlocksOptions): AsyncIterable<CID>
}

export interface AnnouncerOptions {
  readonly routing: Pick<Routing, 'provide'>
  readonly publicBlocks: PublicBlocks
  readonly walk: DagWalk
}

export function createAnnouncer({ routing, publicBlocks, walk }: AnnouncerOptions): Announcer {
  return {
    async *announce(cids, { recursive = false, onStep, signal } = {}) {
      for (const cid of cids) {
        if (await publicBlocks.has(cid, { signal })) continue
        throw new DomainError('not-found', `block ${cid} not found locally, cannot provide`)
      }
      for (const root of cids) {
        for await (const cid of recursive ? walk(root, { signal }) : [root]) {
          // Walks also visit blocks that others must not know about.
          if (!(await publicBlocks.has(cid, { signal }))) continue
          await routing.provide(cid, { kind: 'peers', onStep, signal })
          yield cid
        }
      }
    },
  }
}
