import { describe, expect, it } from 'vitest'
import type { Ports } from '../../../src/node/create.ts'
import { nextTurn } from '../../contracts/blocks.ts'
import { chunkedFile, rawFile, type StoredTree } from '../../requests/stored-tree.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'
import { add, file, isWhole, rest, write } from './beside.ts'

describe('a collection and an add that meet at the worst moment', () => {
  const text = (key: Uint8Array | undefined) => new TextDecoder().decode(key)

  it('a block that is being removed is written anew by an add that needs it', async () => {
    const ports = memoryPorts()
    const isRemoving = Promise.withResolvers<void>()
    const mayRemove = Promise.withResolvers<void>()
    const held = {
      ...ports.blockstore,
      async delete(...options: Parameters<typeof ports.blockstore.delete>) {
        isRemoving.resolve()
        await mayRemove.promise
        return ports.blockstore.delete(...options)
      },
    }
    const collector = await memoryNode({ ...ports, blockstore: held })
    const other = await memoryNode(ports)
    const tree = await file('removed and added')
    await write(other, tree)

    const collecting = rest(collector.repo.collect())
    await isRemoving.promise
    const adding = add(other, tree)
    await nextTurn()
    mayRemove.resolve()
    await Promise.all([adding, collecting])

    expect(await isWhole(other, tree)).toBe(true)
  })

  it('a block that is protected just before a batch is removed stays', async () => {
    const ports = memoryPorts()
    const tree = await file('protected in time')
    const other = await memoryNode(ports)
    let isTime = true
    const datastore: Ports['datastore'] = {
      ...ports.datastore,
      async *range(range, options) {
        yield* ports.datastore.range(range, options)
        if (!isTime || !text(range.gte).startsWith('repo/touched')) return
        isTime = false
        await add(other, tree)
      },
    }
    const collector = await memoryNode({ ...ports, datastore })
    await write(other, tree)

    await rest(collector.repo.collect())

    expect(isTime).toBe(false)
    expect(await isWhole(other, tree)).toBe(true)
  })

  it('an add that was delayed before it took its lock belongs to the current epoch', async () => {
    const ports = memoryPorts()
    const collector = await memoryNode(ports)
    const tree = await file('held up')
    let isHeldUp = false
    const datastore: Ports['datastore'] = {
      ...ports.datastore,
      async get(key, options) {
        const value = await ports.datastore.get(key, options)
        if (text(key) === 'repo/collection' && !isHeldUp) {
          isHeldUp = true
          await rest(collector.repo.collect())
        }
        return value
      },
    }
    const other = await memoryNode({ ...ports, datastore })
    const hasWritten = Promise.withResolvers<void>()
    const mayPin = Promise.withResolvers<void>()

    const adding = other.repo.whileAdding(async () => {
      await write(other, tree)
      hasWritten.resolve()
      await mayPin.promise
      await other.pins.addRoots([tree.cid])
    })
    await hasWritten.promise
    const collecting = rest(collector.repo.collect())
    await nextTurn()
    mayPin.resolve()
    await Promise.all([adding, collecting])

    expect(isHeldUp).toBe(true)
    expect(await isWhole(other, tree)).toBe(true)
  })

  it('what two pins share stays when the one is moved to the other while pins are listed', async () => {
    const ports = memoryPorts()
    const shared = await file('below both')
    const [to, middle, from] = await inKeyOrder([shared, undefined, shared])
    const isListing = Promise.withResolvers<void>()
    const mayList = Promise.withResolvers<void>()
    const collector = await memoryNode({
      ...ports,
      datastore: { ...ports.datastore, range: oneByOne(ports.datastore) },
      blockstore: {
        ...ports.blockstore,
        async get(cid, options) {
          if (cid.equals(middle.cid)) {
            isListing.resolve()
            await mayList.promise
          }
          return ports.blockstore.get(cid, options)
        },
      },
    })
    const other = await memoryNode(ports)
    await write(other, to, middle, from)
    await other.pins.addRoots([middle.cid, from.cid])

    const collecting = rest(collector.repo.collect())
    await isListing.promise
    await other.repo.whileAdding(() => other.pins.update({ from: from.cid, to: to.cid }))
    mayList.resolve()
    await collecting

    expect(await isWhole(other, to)).toBe(true)
  })

  /** Three files whose pins are listed in this order; each has a leaf of its own and the given tree. */
  async function inKeyOrder(
    below: readonly (StoredTree | undefined)[],
  ): Promise<[StoredTree, StoredTree, StoredTree]> {
    const key = ({ cid }: StoredTree) => Buffer.from(cid.multihash.bytes).toString('hex')
    for (let attempt = 0; ; attempt += 1) {
      const trees = await Promise.all(
        below.map(async (tree, at) =>
          chunkedFile([await rawFile(`${attempt} ${at}`), ...(tree ? [tree] : [])]),
        ),
      )
      const [first, second, third] = trees
      if (!first || !second || !third) throw new Error('three are wanted')
      if (key(first) < key(second) && key(second) < key(third)) return [first, second, third]
    }
  }

  /** Ranges that look again for each entry, as paged ones do for each page. */
  function oneByOne({ range }: Ports['datastore']): Ports['datastore']['range'] {
    return async function* (callOptions, options) {
      let gte = callOptions.gte
      for (;;) {
        let found: Uint8Array | undefined
        for await (const entry of range({ ...callOptions, ...(gte && { gte }), limit: 1 }, options)) {
          found = entry[0]
          yield entry
        }
        if (!found) return
        gte = Uint8Array.of(...found, 0)
      }
    }
  }
})
