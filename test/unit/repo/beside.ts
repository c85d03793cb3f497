import type { AddStage } from '../../../src/content-lock/open-adds.ts'
import type { Ports, StorageNode } from '../../../src/node/create.ts'
import { addIfRoom } from '../../../src/repo/add-if-room.ts'
import { keyOf, prefixRange } from '../../../src/state/keys.ts'
import { nextTurn } from '../../contracts/blocks.ts'
import { chunkedFile, rawFile, type StoredTree } from '../../requests/stored-tree.ts'

/** A file of so many pieces, all its own. */
export const file = async (name: string, pieces = 2) =>
  chunkedFile(await Promise.all(Array.from({ length: pieces }, (_, at) => rawFile(`${name}, ${at}`))))

/** Stores blocks outside the lock, so that garbage collection may remove them. */
export const write = ({ blockstore }: StorageNode, ...trees: readonly StoredTree[]) =>
  blockstore.putMany(trees.flatMap(({ blocks }) => blocks))

/** As `/add` does it: blocks, then the pin, in one hold of the lock. */
export const add = (node: StorageNode, tree: StoredTree) =>
  node.repo.whileAdding(async () => {
    for (const { cid, bytes } of tree.blocks) await node.blockstore.put(cid, bytes)
    await node.pins.addRoots([tree.cid])
  })

export interface ReceivingAddOptions {
  /** What the add refers to, besides what it puts. */
  readonly refersTo?: StoredTree
  readonly received?: (blocks: number) => Promise<void>
  readonly pinning?: () => Promise<void>
}

/** As `/add` does it from a client: awaits `received` after each block, and `pinning` before the pin. */
export async function receivingAdd(
  node: StorageNode,
  { blocks, cid: root }: StoredTree,
  { received = nextTurn, pinning = nextTurn, refersTo }: ReceivingAddOptions = {},
): Promise<void> {
  const stages = async function* ({ blockstore, relyOn, onReceived }: AddStage) {
    if (refersTo) relyOn(refersTo.blocks.map(({ cid }) => cid))
    for (const [at, { cid, bytes }] of blocks.entries()) {
      await blockstore.putMany([{ cid, bytes }])
      await received(at + 1)
    }
    onReceived()
    await pinning()
    yield await node.pins.addRoots([root])
  }
  for await (const _ of addIfRoom(stages, node));
}

/** Begins an add whose client stalls after so many blocks. */
export async function stalledAdd(
  node: StorageNode,
  tree: StoredTree,
  { after, ...options }: { readonly after: number } & Pick<ReceivingAddOptions, 'refersTo'>,
) {
  const stalled = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const received = async (blocks: number) => {
    if (blocks !== after) return
    stalled.resolve()
    await goOn.promise
  }
  const adding = receivingAdd(node, tree, { received, ...options })
  await stalled.promise
  return async () => {
    goOn.resolve()
    await adding
  }
}

/** Begins an add that has stored its blocks and has yet to pin them, which the returned function does. */
export async function slowAdd(node: StorageNode, tree: StoredTree): Promise<() => Promise<void>> {
  const hasWritten = Promise.withResolvers<void>()
  const mayPin = Promise.withResolvers<void>()
  const adding = node.repo.whileAdding(async () => {
    await write(node, tree)
    hasWritten.resolve()
    await mayPin.promise
    await node.pins.addRoots([tree.cid])
  })
  await hasWritten.promise
  return async () => {
    mayPin.resolve()
    await adding
  }
}

/** As `/pin/add` does it. */
export const pin = (node: StorageNode, tree: StoredTree) =>
  node.repo.whileAdding(() => node.pins.add(tree.cid))

/** Whether every block of the tree is held. */
export const isWhole = async ({ blockstore }: StorageNode, { blocks }: StoredTree) =>
  (await Promise.all(blocks.map(({ cid }) => blockstore.has(cid)))).every(Boolean)

/** Blocks that nothing pins. */
export const garbage = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, number) => rawFile(`garbage ${number}`)))

/** Runs a collection to its end; resolves to how many blocks it told. */
export async function rest(collection: AsyncGenerator<unknown>): Promise<number> {
  let count = 0
  for await (const _ of collection) count += 1
  return count
}

/** What is written down for a collection to keep. */
export async function rows({ datastore }: Pick<Ports, 'datastore'>): Promise<number> {
  let count = 0
  for await (const _ of datastore.range(prefixRange(keyOf('repo/touched/')))) count += 1
  return count
}
