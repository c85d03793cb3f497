import { describe, expect, it } from 'vitest'
import { blockFormat } from '../../../src/blocks/block-format.ts'
import { DomainError } from '../../../src/errors.ts'
import type { StorageNode } from '../../../src/node/create.ts'
import type { SweepReport } from '../../../src/ports/blockstore.ts'
import type { Reported } from '../../../src/repo/report-errors.ts'
import { listed, nextTurn, sweptOnly } from '../../contracts/blocks.ts'
import { chunkedFile, directory, rawFile, type StoredTree } from '../../requests/stored-tree.ts'
import { memoryNode } from '../memory-ports.ts'

const store = ({ blockstore }: StorageNode, ...trees: readonly StoredTree[]) =>
  blockstore.putMany(trees.flatMap(({ blocks }) => blocks))

async function collect(node: StorageNode, options?: { streamErrors?: boolean }): Promise<Reported[]> {
  const reported: Reported[] = []
  for await (const item of node.repo.collect(options)) reported.push(item)
  return reported
}

const file = async (name: string) =>
  chunkedFile([await rawFile(`${name}, one`), await rawFile(`${name}, two`)])

describe('repo.collect()', () => {
  it('removes nothing when a node under a recursive pin is missing', async () => {
    const node = await memoryNode()
    const inside = await file('broken')
    const lost = inside.cid
    const broken = await directory({ inside })
    await store(node, broken, await rawFile('garbage'))
    await node.pins.add(broken.cid)
    await node.blockstore.delete(lost)
    const before = await listed(node.blockstore)

    const lostText = `could not retrieve links for ${lost}: block was not found locally (offline): ipld: could not find ${lost}`
    const aborted = 'garbage collection aborted: could not retrieve some links'
    await expect(collect(node)).rejects.toMatchObject({ message: `${lostText}; ${aborted}` })
    const told: Reported[] = []
    await expect(
      (async () => {
        for await (const item of node.repo.collect({ streamErrors: true })) told.push(item)
      })(),
    ).rejects.toMatchObject({ message: 'encountered errors during gc run' })

    expect(told).toEqual([{ error: lostText }, { error: aborted }])
    expect(await listed(node.blockstore)).toEqual(before)
  })

  it('needs no leaves: a missing one has no links', async () => {
    const node = await memoryNode()
    const [broken, garbage] = [await file('broken'), await rawFile('garbage')]
    const lost = (await rawFile('broken, two')).cid
    await store(node, broken, garbage)
    await node.pins.add(broken.cid)
    await node.blockstore.delete(lost)
    const before = await listed(node.blockstore)

    expect(await collect(node)).toEqual([{ cid: garbage.cid }])

    expect(await listed(node.blockstore)).toHaveLength(before.length - 1)
    expect(await node.pins.retentionReason(garbage.cid)).toBeUndefined()
    expect(await node.pins.retentionReason(lost)).toBe(`pinned via ${broken.cid}`)
  })

  it('continues after a block that cannot be removed, and reports it at the end', async () => {
    const stubborn = await rawFile('stubborn')
    const plain = await memoryNode()
    const { blockstore } = plain
    const node = await memoryNode({
      blockstore: {
        ...blockstore,
        async delete(cid, options) {
          if (cid.equals(stubborn.cid)) throw new DomainError('unavailable', 'the bucket is gone')
          return blockstore.delete(cid, options)
        },
      },
    })
    await store(node, stubborn, await rawFile('willing'), await rawFile('willing too'))

    await expect(collect(node)).rejects.toMatchObject({
      message:
        `could not remove ${stubborn.cid}: the bucket is gone; ` +
        'garbage collection incomplete: could not delete some blocks',
    })
    expect(await listed(node.blockstore)).toHaveLength(1)
  })

  it('waits for a running add and removes nothing of it', async () => {
    const node = await memoryNode()
    const adding = await file('added meanwhile')
    const wroteBlocks = Promise.withResolvers<void>()
    const mayPin = Promise.withResolvers<void>()
    async function* add() {
      await store(node, adding)
      wroteBlocks.resolve()
      await mayPin.promise
      await node.pins.addRoots([adding.cid])
      yield adding.cid
    }

    const added = drain(node.repo.adding(add()))
    await wroteBlocks.promise
    await store(node, await rawFile('garbage'))
    const collected = collect(node)
    await nextTurn()
    expect(await listed(node.blockstore)).toHaveLength(4)
    mayPin.resolve()
    await added

    expect(await collected).toEqual([{ cid: (await rawFile('garbage')).cid }])
    for (const { cid } of adding.blocks) expect(await node.blockstore.has(cid)).toBe(true)
  })

  it('lets adds run beside one another, and reads beside itself', async () => {
    const node = await memoryNode()
    const kept = await rawFile('kept')
    await store(node, kept, await rawFile('garbage'))
    await node.pins.add(kept.cid)
    const first = Promise.withResolvers<void>()

    const one = node.repo.whileAdding(() => first.promise)
    await node.repo.whileAdding(async () => undefined)
    first.resolve()
    await one
    const collection = node.repo.collect()
    await collection.next()
    expect(await node.blocks.get(kept.cid)).toEqual(kept.blocks[0]?.bytes)
    await collection.return()
  })

  it.each(['reader', 'signal'])(
    'can be given up halfway: the %s leaves, at most a batch is gone untold, the locks are free',
    async (who) => {
      const node = await memoryNode()
      const kept = await file('kept')
      const garbage = await Promise.all(
        Array.from({ length: 100 }, (_, number) => rawFile(`garbage ${number}`)),
      )
      await store(node, kept, ...garbage)
      await node.pins.add(kept.cid)
      const abort = new AbortController()

      const collection = node.repo.collect({ signal: abort.signal })
      for (let told = 0; told < 32; told += 1) await collection.next()
      if (who === 'reader') await collection.return()
      else abort.abort(new Error('the caller has left'))
      if (who === 'signal') await expect(collection.next()).rejects.toThrow('the caller has left')

      await node.repo.whileAdding(async () => undefined)
      expect(await listed(node.blockstore)).toHaveLength(3 + 100 - 32)
      expect(await collect(node)).toHaveLength(68)
      expect(await listed(node.blockstore)).toHaveLength(3)
    },
  )

  it('keeps what an identity CID links to', async () => {
    const node = await memoryNode()
    const leaf = await rawFile('below an inline node')
    const tree = await chunkedFile([leaf])
    const inline = await node.blocks.put(tree.blocks.find(({ cid }) => cid.equals(tree.cid))?.bytes ?? NONE, {
      format: blockFormat({ codec: 'dag-pb', mhtype: 'identity', mhlen: -1 }),
    })
    await store(node, leaf)

    await node.pins.add(inline.cid)

    expect(await collect(node)).toEqual([])
    expect(await node.blockstore.has(leaf.cid)).toBe(true)
  })
})

describe('repo.sweep()', () => {
  it('waits for no add, and none waits for it', async () => {
    const plain = await memoryNode()
    const swept = Promise.withResolvers<SweepReport>()
    const node = await memoryNode({ blockstore: { ...plain.blockstore, sweep: () => swept.promise } })
    const added = Promise.withResolvers<void>()

    const adding = node.repo.whileAdding(() => added.promise)
    const sweeping = node.repo.sweep()
    await node.repo.whileAdding(async () => undefined)
    swept.resolve(sweptOnly(3))

    expect(await sweeping).toEqual(sweptOnly(3))
    added.resolve()
    await adding
  })
})

const NONE = new Uint8Array()

async function drain(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}
