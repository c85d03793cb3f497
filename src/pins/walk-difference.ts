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
  /** A complete DAG. */
  readonly from: CID
  readonly to: CID
}

/** A node to visit, with the old node at its position. */
interface Step {
  readonly cid: CID
  readonly old: CID | undefined
}

/**
 * Visits each block of `to` that is not known to be below `from`, and reads `from` only where the two differ. Nodes
 * are compared link by link, by name. A subtree that has moved elsewhere may be visited too.
 *
 * Throws like a walk of the DAG, `not-found` for a missing block.
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
    // False also for a node of the old DAG that occurs at another position.
    if (!known.addNode(cid)) continue
    const links = await linksOf(blockstore, cid, { signal })
    yield cid
    waiting.push(
      ...pairByName(
        links.filter((link) => !known.hasNode(link.cid)),
        removedLinks(oldLinks, links),
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

/** The links of the old node that the new node lacks. */
function removedLinks(oldLinks: readonly NamedLink[], links: readonly NamedLink[]): readonly NamedLink[] {
  const kept = createBlockSet({ expected: links.length })
  for (const { cid } of links) kept.addNode(cid)
  return oldLinks.filter(({ cid }) => !kept.hasNode(cid))
}

/** Pairs each link with the old link of the same name, in order. */
function pairByName(links: readonly NamedLink[], oldLinks: readonly NamedLink[]): Step[] {
  const byName = new Map<string, CID[]>()
  for (const { name, cid } of oldLinks.toReversed()) {
    const of = byName.get(name)
    if (of) of.push(cid)
    else byName.set(name, [cid])
  }
  return links.map(({ name, cid }) => ({ cid, old: byName.get(name)?.pop() }))
}
