import type { BlockReader } from '../blocks/load-block.ts'
import { type CID, DAG_PB_CODEC } from '../codec/cid/cid.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { MAX_PATH_SEGMENTS } from '../unixfs/directory/entry-path.ts'
import { loadObject, memoryOf, type StoredObject } from './open-object.ts'

/** The change of one link, or of the whole node where the path is empty. */
export interface ObjectChange {
  readonly type: 'added' | 'removed' | 'changed'
  readonly path: string
  readonly before?: CID
  readonly after?: CID
}

/** Bounds of one comparison. Two small nodes can differ in any number of places. */
const MAX_COMPARED = 100_000
const MAX_CHANGES = 250_000
const MAX_PATH_CHARACTERS = 16 * 1024 * 1024

/** Memory of the nodes on the way to the pair that is compared. */
const MAX_HELD_BYTES = 64 * 1024 * 1024

interface Comparison extends AbortOptions {
  readonly blocks: BlockReader
  readonly changes: ObjectChange[]
  compared: number
  pathCharacters: number
  heldBytes: number
}

/**
 * The changes that make one node of another, links with equal names compared with each other as deep as both are
 * dag-pb nodes with links. In each node links that changed come first, then removed and then added ones.
 *
 * Throws `not-found` for an absent block, `too-large` over 100,000 pairs of nodes, 250,000 changes, 1,024 levels or
 * 64 MiB of nodes at once.
 * Spec: RPC document, `/object/diff`.
 */
export async function diffObjects(
  blocks: BlockReader,
  [before, after]: readonly [StoredObject, StoredObject],
  { signal }: AbortOptions,
): Promise<readonly ObjectChange[]> {
  const comparison: Comparison = { blocks, changes: [], compared: 0, pathCharacters: 0, heldBytes: 0, signal }
  await compare(comparison, [before, after], [])
  return comparison.changes
}

async function compare(
  comparison: Comparison,
  [before, after]: readonly [StoredObject, StoredObject],
  path: readonly string[],
): Promise<void> {
  const cids: readonly CID[] = [before.cid, after.cid]
  if (before.cid.equals(after.cid)) return
  comparison.compared += 1
  const isTooMuch = comparison.compared > MAX_COMPARED || comparison.heldBytes > MAX_HELD_BYTES
  if (isTooMuch || path.length > MAX_PATH_SEGMENTS) throw tooLarge()
  const isLeaf = before.links.length === 0 && after.links.length === 0
  if (isLeaf || cids.some(({ code }) => code !== DAG_PB_CODEC)) {
    addChange(comparison, path, { type: 'changed', before: before.cid, after: after.cid })
    return
  }
  const { blocks } = comparison
  const found = new Map(after.links.toReversed().map(({ name, cid }) => [name, cid]))
  const shared = new Set<string>()
  for (const { name, cid } of before.links) {
    const other = found.get(name)
    if (!other) continue
    shared.add(name)
    if (cid.equals(other)) continue
    const pair = [
      await loadObject(blocks, cid, comparison),
      await loadObject(blocks, other, comparison),
    ] as const
    const pairBytes = memoryOf(pair[0]) + memoryOf(pair[1])
    comparison.heldBytes += pairBytes
    await compare(comparison, pair, [...path, name])
    comparison.heldBytes -= pairBytes
  }
  for (const { name, cid } of before.links) {
    if (!shared.has(name)) addChange(comparison, [...path, name], { type: 'removed', before: cid })
  }
  for (const { name, cid } of after.links) {
    if (!shared.has(name)) addChange(comparison, [...path, name], { type: 'added', after: cid })
  }
}

function addChange(
  comparison: Comparison,
  names: readonly string[],
  change: Omit<ObjectChange, 'path'>,
): void {
  const path = names.filter((name) => name !== '').join('/')
  comparison.pathCharacters += path.length
  if (comparison.changes.length === MAX_CHANGES || comparison.pathCharacters > MAX_PATH_CHARACTERS)
    throw tooLarge()
  comparison.changes.push({ ...change, path })
}

function tooLarge(): DomainError {
  return new DomainError('too-large', 'Cannot compare objects: they differ in too many places')
}
