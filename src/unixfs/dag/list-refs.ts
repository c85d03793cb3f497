import { type BlockReader, loadBlock } from '../../blocks/load-block.ts'
import { absentFrom, type ReportsAbsence } from '../../blocks/not-found.ts'
import { type CID, IDENTITY_CODE } from '../../codec/cid/cid.ts'
import { isLeaf } from '../../codec/ipld/block-links.ts'
import { type NamedLink, namedLinksOfBlock } from '../../codec/ipld/named-links.ts'
import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Blockstore } from '../../ports/blockstore.ts'
import type { SeenDepths } from './seen-depths.ts'

/** One link of a DAG. */
export interface Ref {
  readonly from: CID
  readonly to: CID
  /** Empty for links without names. */
  readonly name: string
}

export interface RefsOptions extends AbortOptions {
  /** How deep links are followed: 1 for the links of the root only, 0 for none. Unlimited when absent. */
  readonly maxDepth?: number | undefined
  /** Lists each CID once, across all lists that share this value. */
  readonly seen?: SeenDepths | undefined
}

/** A node on the current path, with its links that are still to list. */
interface Frame {
  readonly from: CID
  readonly links: readonly NamedLink[]
  next: number
}

/** Maximum number of listed links. Even a small DAG may have many more paths. */
const MAX_REFS = 16_000_000
const MAX_WAITING = 262_144

/**
 * Lists the links below a root, depth first in link order, each after its block was found stored. With `seen`, a
 * CID that was listed before is not listed again, but its descendants are when it now occurs at a smaller depth.
 *
 * Throws `not-found` for a missing block, `corrupt` or `unsupported` for a node that cannot be read, `too-large`
 * over 16,000,000 links. Spec: RPC document, `/refs`; its reference implementation decides which nodes are visited
 * again.
 */
export async function* listRefs(
  blockstore: BlockReader & Pick<Blockstore, 'has'>,
  root: CID,
  { maxDepth = Number.POSITIVE_INFINITY, seen, signal }: RefsOptions = {},
): AsyncGenerator<Ref> {
  const frame = async (cid: CID): Promise<Frame> => {
    const links = await readLinks(blockstore, cid, { signal })
    blockstore.prefetch?.(links.map((link) => link.cid))
    return { from: cid, links, next: 0 }
  }
  const stack = maxDepth > 0 ? [await frame(root)] : []
  let listed = 0
  let waiting = 0
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const link = top.links[top.next]
    top.next += 1
    const depth = stack.length
    if (!link) {
      stack.pop()
      waiting -= top.links.length
      continue
    }
    const { isNew, isDeeper } = visit(link.cid, { depth, maxDepth, seen })
    if (!isNew && !isDeeper) continue
    const below = isDeeper ? await frame(link.cid) : undefined
    if (!below) await assertHeld(blockstore, link.cid, { signal })
    if (isNew) {
      listed += 1
      yield { from: top.from, to: link.cid, name: link.name }
    }
    if (below && below.links.length > 0) {
      stack.push(below)
      waiting += below.links.length
    }
    if (listed > MAX_REFS || waiting > MAX_WAITING) {
      throw new DomainError('too-large', `Cannot list refs of "${root}": too many links`)
    }
  }
}

interface Visit {
  readonly depth: number
  readonly maxDepth: number
  readonly seen: SeenDepths | undefined
}

function visit(cid: CID, { depth, maxDepth, seen }: Visit): { isNew: boolean; isDeeper: boolean } {
  const isDeeper = depth < maxDepth
  if (!seen) return { isNew: true, isDeeper }
  const before = seen.depthOf(cid)
  if (before !== undefined && (maxDepth === Number.POSITIVE_INFINITY || before <= depth)) {
    return { isNew: false, isDeeper: false }
  }
  // Without a depth limit all depths are equal, so one set is enough.
  seen.note(cid, maxDepth === Number.POSITIVE_INFINITY ? 0 : depth)
  return { isNew: before === undefined, isDeeper }
}

/** The links of one node. Throws like {@link listRefs}. */
async function readLinks(
  blockstore: Pick<Blockstore, 'get' | 'has'>,
  cid: CID,
  options: AbortOptions = {},
): Promise<readonly NamedLink[]> {
  if (!isLeaf(cid)) return namedLinksOfBlock(cid, await loadBlock(blockstore, cid, options))
  await assertHeld(blockstore, cid, options)
  return []
}

async function assertHeld(
  blockstore: Pick<Blockstore, 'has'> & ReportsAbsence,
  cid: CID,
  options: AbortOptions,
): Promise<void> {
  if (cid.multihash.code === IDENTITY_CODE || (await blockstore.has(cid, options))) return
  throw absentFrom(blockstore, cid)
}
