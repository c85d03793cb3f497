import { type CID, DAG_PB_CODEC } from '../codec/cid.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { type BlockReader, loadDagPb } from './load-block.ts'
import { mapOrdered } from './map-ordered.ts'

export interface WalkOptions extends AbortOptions {
  /** Most distinct blocks to visit; 1,000,000 when absent. */
  readonly budget?: number | undefined
}

/** Nodes that are loaded at once. */
const LOAD_CONCURRENCY = 6

const DEFAULT_BUDGET = 1_000_000

interface Visited {
  readonly cid: CID
  readonly links: readonly CID[]
}

/** Children of one node on the way, loaded a few ahead. */
interface Frame {
  readonly children: AsyncGenerator<Visited>
  left: number
}

/**
 * Every distinct CID reachable from `root` through dag-pb links, the root first: depth first, in the order
 * of links, each once. Only dag-pb nodes are read, for their links; a CID of another codec is a leaf, which
 * may not be held.
 *
 * Throws `not-found` at the first dag-pb node that is not held and `too-large` over the budget.
 */
export async function* walkDag(
  blocks: BlockReader,
  root: CID,
  { signal, budget = DEFAULT_BUDGET }: WalkOptions = {},
): AsyncGenerator<CID> {
  const seen = new Set<string>()
  const frame = (cids: readonly CID[]): Frame => ({
    children: mapOrdered(cids, {
      concurrency: LOAD_CONCURRENCY,
      transform: async (cid) => ({ cid, links: await linksOf(blocks, cid, { signal }) }),
    }),
    left: cids.length,
  })
  const stack = [frame([root])]
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const step = await top.children.next()
    top.left -= 1
    // A frame leaves before its last child enters, so that a chain of any length takes no room.
    if (top.left <= 0) stack.pop()
    if (step.done || seen.has(key(step.value.cid))) continue
    if (seen.size >= budget)
      throw new DomainError('too-large', `Cannot walk DAG ${root}: over ${budget} blocks`)
    seen.add(key(step.value.cid))
    yield step.value.cid
    const unseen = step.value.links.filter((cid) => !seen.has(key(cid)))
    if (unseen.length > 0) stack.push(frame(unseen))
  }
}

async function linksOf(blocks: BlockReader, cid: CID, options: AbortOptions): Promise<readonly CID[]> {
  if (cid.code !== DAG_PB_CODEC) return []
  const { Links } = await loadDagPb(blocks, cid, options)
  return Links.map((link) => link.Hash)
}

/** One text for both versions of a CID. */
function key(cid: CID): string {
  return cid.toV1().toString()
}
