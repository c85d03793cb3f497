import { describe, expect, it } from 'vitest'
import { DomainError } from '../../../src/errors.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import type { StorageNode } from '../../../src/node/create.ts'
import type { Blockstore } from '../../../src/ports/blockstore.ts'
import { addIfRoom } from '../../../src/repo/add-if-room.ts'
import { listed } from '../../contracts/blocks.ts'
import { rawFile } from '../../requests/stored-tree.ts'
import { memoryNode } from '../memory-ports.ts'

const file = async (text: string) => {
  const { blocks } = await rawFile(text)
  const [block] = blocks
  if (!block) throw new Error('A raw file has one block')
  return block
}

/** Adds the blocks one by one, and ends with this error. */
async function add(
  node: StorageNode,
  texts: readonly string[],
  { error, between }: { readonly error: Error; readonly between?: () => Promise<unknown> },
): Promise<void> {
  const { repo, blockstore, activity, clock } = node
  const adding = async function* (store: Pick<Blockstore, 'putMany'>) {
    for (const text of texts) yield store.putMany([await file(text)])
    await between?.()
    throw error
  }
  for await (const _ of addIfRoom(adding, { repo, blockstore, activity, clock }));
}

const FULL = new DomainError('no-space', 'Cannot store 10 bytes: no space left on device')

describe('addIfRoom()', () => {
  it('removes what an add has stored that finds no space, and nothing else', async () => {
    const node = await memoryNode()
    await node.blockstore.putMany([await file('unpinned, but here before'), await file('another')])
    const before = await listed(node.blockstore)

    await expect(add(node, ['unpinned, but here before', 'new', 'new too'], { error: FULL })).rejects.toBe(
      FULL,
    )

    expect(await listed(node.blockstore)).toEqual(before)
    expect(node.activity.readings()['background-tasks'].now).toBe(0)
  })

  it('keeps blocks that were pinned meanwhile', async () => {
    const node = await memoryNode()
    const pinned = await file('pinned meanwhile')

    const between = () => node.pins.add(pinned.cid)
    await expect(add(node, ['pinned meanwhile', 'new'], { error: FULL, between })).rejects.toBe(FULL)

    expect((await listed(node.blockstore)).map(({ sizeBytes }) => sizeBytes)).toEqual([
      pinned.bytes.byteLength,
    ])
  })

  it('leaves the blocks of an add that fails otherwise to garbage collection', async () => {
    const node = await memoryNode()
    const error = new DomainError('invalid-argument', 'Cannot read form: no boundary')

    await expect(add(node, ['one', 'two'], { error })).rejects.toBe(error)

    expect(await listed(node.blockstore)).toHaveLength(2)
  })

  it('throws the error of the add also when its blocks cannot be removed', async () => {
    const blockstore: Blockstore = {
      ...memoryBlockstore(),
      delete: () => Promise.reject(new DomainError('no-space', 'Cannot remove: no space left on device')),
    }
    const node = await memoryNode({ blockstore })

    await expect(add(node, ['one'], { error: FULL })).rejects.toBe(FULL)

    expect(await listed(node.blockstore)).toHaveLength(1)
  })
})
