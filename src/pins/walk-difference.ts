import { loadBlock } from '../blocks/load-block.ts'
import { createBlockSet } from '../codec/cid/block-set.ts'
import type { CID } from '../codec/cid/cid.ts'
import { isLeaf } from '../codec/ipld/block-links.ts'
import { type NamedLink, namedLinksOfBlock } from '../codec/ipld/named-links.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import { assertLeaf } from './assert-leaf.ts'
import { MAX_ENTRIES, MAX_WAITING } from './walk-bounds.ts'

export interface DifferenceOptions extends AbortOptions {
  /** A DAG that is held whole. */
  readonly from: CID
  readonly to: CID
}

/** A node to visit, and one of the old DAG in its place. */
interface Step {
  readonly cid: CID
  readonly old: CID | undefined
}

/**
 * Visits each block of `to` that is not known to be below `from`, and reads `from` only where the two differ:
 * nodes are compared link by link, those of one name with each other. A subtree that has moved elsewhere may
 * be visited all the same.
 *
 * Throws as a walk of the DAG does, `not-found` for a block that is not held.
 */
export async function* walkDifference(
  blockstore: Pick<Blockstore, 'get' | 'has'>,
  { from, to, signal }: DifferenceOptions,
): AsyncGenerator<CID, void> {
  const known = createBlockSet()
  known.addNode(from)
  const waiting: Step[] = [{ cid: to, old: from }]
  for (let step = waiting.pop(); step; step = waiting.pop()) {
    const { cid, old } = step
    if (known.hasNode(cid)) continue
    const oldLinks = old && !isLeaf(old) ? await linksOf(blockstore, old, { signal }) : []
    for (const link of oldLinks) known.addNode(link.cid)
    // Also a node of the old DAG, when it stands elsewhere in it.
    if (!known.addNode(cid)) continue
    const links = await linksOf(blockstore, cid, { signal })
    yield cid
    waiting.push(
      ...paired(
        links.filter((link) => !known.hasNode(link.cid)),
        changed(oldLinks, links),
      ),
    )
    if (known.size > MAX_ENTRIES || waiting.length > MAX_WAITING) {
      throw new DomainError('too-large', `Cannot walk DAG "${to}": too many blocks`)
    }
  }
}

async function linksOf(
  blockstore: Pick<Blockstore, 'get' | 'has'>,
  cid: CID,
  options: AbortOptions,
): Promise<readonly NamedLink[]> {
  if (!isLeaf(cid)) return namedLinksOfBlock(cid, await loadBlock(blockstore, cid, options))
  await assertLeaf(blockstore, cid, options)
  return []
}

/** The links of the old node that the new one has not. */
function changed(oldLinks: readonly NamedLink[], links: readonly NamedLink[]): readonly NamedLink[] {
  const kept = createBlockSet({ expected: links.length })
  for (const { cid } of links) kept.addNode(cid)
  return oldLinks.filter(({ cid }) => !kept.hasNode(cid))
}

/** Each link with the old one of its name, in their order. */
function paired(links: readonly NamedLink[], oldLinks: readonly NamedLink[]): Step[] {
  const byName = new Map<string, CID[]>()
  for (const { name, cid } of oldLinks.toReversed()) {
    const of = byName.get(name)
    if (of) of.push(cid)
    else byName.set(name, [cid])
  }
  return links.map(({ name, cid }) => ({ cid, old: byName.get(name)?.pop() }))
}
