import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import type { AddStage } from '../../../src/content-lock/open-adds.ts'
import { createPutWatch } from '../../../src/content-lock/put-watch.ts'
import { DomainError } from '../../../src/errors.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import type { StorageNode } from '../../../src/node/create.ts'
import type { Blockstore } from '../../../src/ports/blockstore.ts'
import { addIfRoom } from '../../../src/repo/add-if-room.ts'
import { listed } from '../../contracts/blocks.ts'
import { form, file as formFile } from '../../requests/form.ts'
import { randomBytes } from '../../requests/random-bytes.ts'
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
  const { repo, blockstore, putWatch, activity, clock } = node
  const adding = async function* ({ blockstore: store }: AddStage) {
    for (const text of texts) yield store.putMany([await file(text)])
    await between?.()
    throw error
  }
  for await (const _ of addIfRoom(adding, { repo, blockstore, putWatch, activity, clock }));
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

  it('removes what was still being written when the add found no space', async () => {
    const node = await memoryNode()
    const { promise: isSlow, resolve: goOn } = Promise.withResolvers<void>()
    const slow = await file('written after the add has failed')
    const putWatch = createPutWatch()
    const putMany: Blockstore['putMany'] = async (blocks, options) => {
      await isSlow
      await node.blockstore.putMany(blocks, options)
    }
    const blockstore = putWatch.watched({ ...node.blockstore, putMany })
    let putting: Promise<void> | undefined
    const adding = async function* (stage: AddStage) {
      yield 'begun'
      putting = stage.blockstore.putMany([slow])
      throw FULL
    }
    const added = (async () => {
      for await (const _ of addIfRoom(adding, { ...node, putWatch, blockstore }));
    })()
    const failed = expect(added).rejects.toBe(FULL)
    setImmediate(goOn)

    await failed
    await putting
    expect(await listed(node.blockstore)).toEqual([])
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

  it('keeps blocks that another add has referred to meanwhile', async () => {
    const node = await memoryNode()
    const shared = await file('referred to')
    const refer = async function* ({ relyOn }: AddStage) {
      relyOn([shared.cid])
      yield 'referred'
    }
    const between = async () => {
      for await (const _ of addIfRoom(refer, node));
    }

    await expect(add(node, ['referred to', 'new'], { error: FULL, between })).rejects.toBe(FULL)

    expect(await node.blockstore.has(shared.cid)).toBe(true)
    expect(await listed(node.blockstore)).toHaveLength(1)
  })

  it('keeps blocks that others put meanwhile without pinning them', async () => {
    const node = await memoryNode()
    const [after, before, small] = [await file('put after it'), await file('before'), await file('small')]

    let beside: Promise<unknown> | undefined
    const between = async () => {
      await node.blockstore.put(after.cid, after.bytes)
      const { promise: mayRemove, resolve: endAdd } = Promise.withResolvers<void>()
      // The removal waits for an add that does not tell what it has put.
      const untold = node.repo.whileAdding(() => mayRemove)
      beside = add(node, ['new too', 'small'], { error: FULL }).catch(() => undefined)
      await expect.poll(() => listed(node.blockstore)).toHaveLength(5)
      await node.blockstore.putMany([small])
      endAdd()
      await untold
    }
    await node.blockstore.put(before.cid, before.bytes)
    await expect(
      add(node, ['put after it', 'before', 'small', 'new'], { error: FULL, between }),
    ).rejects.toBe(FULL)
    await beside

    expect((await listed(node.blockstore)).map(({ cid }) => `${cid}`).toSorted()).toEqual(
      [after, before, small].map(({ cid }) => `${cid}`).toSorted(),
    )
  })

  it('keeps a block whose put by somebody else was under way when the add began', async () => {
    const plain = memoryBlockstore()
    const { promise: isAdded, resolve: goOn } = Promise.withResolvers<void>()
    const node = await memoryNode({
      blockstore: {
        ...plain,
        putMany: async (blocks, options) => {
          if (!options?.onAdded) await isAdded
          return plain.putMany(blocks, options)
        },
      },
    })
    const slow = await file('slow')
    const putting = node.blockstore.put(slow.cid, slow.bytes)

    const between = async () => {
      goOn()
      await putting
    }
    await expect(add(node, ['slow', 'new'], { error: FULL, between })).rejects.toBe(FULL)

    expect((await listed(node.blockstore)).map(({ cid }) => `${cid}`)).toEqual([`${slow.cid}`])
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

  it('removes what files/write has stored before the disk was full', async () => {
    const plain = memoryBlockstore()
    let writes = 0
    const node = await memoryNode({
      blockstore: {
        ...plain,
        putMany(blocks, options) {
          writes += 1
          return writes > 2 ? Promise.reject(FULL) : plain.putMany(blocks, options)
        },
      },
    })
    const app = createApp(node, loopbackPolicy())

    const body = form(formFile('a', randomBytes(1, 20_000_000)))
    const answer = await app.fetch(
      new Request(`http://127.0.0.1/api/v0/files/write?arg=/a&create=true`, body),
    )

    expect(await answer.json()).toMatchObject({ Message: expect.stringContaining('no space left on device') })
    expect(writes).toBeGreaterThan(2)
    expect(await listed(node.blockstore)).toEqual([])
  })
})
