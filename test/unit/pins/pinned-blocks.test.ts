import { describe, expect, it } from 'vitest'
import type { CID } from '../../../src/codec/cid/cid.ts'
import { createDagWalk, type DagWalk } from '../../../src/pins/dag-walk.ts'
import { listPins } from '../../../src/pins/pin-rows.ts'
import { createPinnedBlocks } from '../../../src/pins/pinned-blocks.ts'
import { chunkedFile, rawFile, type StoredTree } from '../../requests/stored-tree.ts'
import { memoryNode, memoryPorts } from '../memory-ports.ts'

/** A node that holds the trees and pins none, and what tells of its pinned blocks. */
async function holding(trees: readonly StoredTree[], options: { readonly maxEntries?: number } = {}) {
  const { pins, blockstore, datastore } = await memoryNode(memoryPorts())
  await blockstore.putMany(trees.flatMap(({ blocks }) => blocks))
  const plain = createDagWalk(blockstore)
  const walked: CID[] = []
  const walk: DagWalk = (root, options) => {
    walked.push(root)
    return plain(root, options)
  }
  const roots = () => listPins(datastore, 'recursive')
  return { pins, walked, blocks: createPinnedBlocks({ datastore, roots, walk, ...options }) }
}

const leaf = (name: string) => rawFile(`leaf ${name}`)
const pair = async (one: string, two: string) => chunkedFile([await leaf(one), await leaf(two)])

describe('createPinnedBlocks()', () => {
  it('walks a pin that is new, and none of those it has walked', async () => {
    const [old, added] = [await pair('a', 'b'), await pair('c', 'd')]
    const { pins, walked, blocks } = await holding([old, added])
    await pins.add(old.cid)
    await blocks.lookup(old.cid)
    await pins.add(added.cid)

    const known = await blocks.lookup((await leaf('d')).cid)

    expect(known.root?.toString()).toBe(added.cid.toString())
    expect(await blocks.lookup((await leaf('not there')).cid)).toEqual({ root: undefined, isCertain: true })
    expect(walked.map(String)).toEqual([old.cid, added.cid].map(String))
  })

  it('walks once for all who ask at once', async () => {
    const tree = await pair('a', 'b')
    const { pins, walked, blocks } = await holding([tree])
    await pins.add(tree.cid)

    await Promise.all(tree.blocks.map(({ cid }) => blocks.lookup(cid)))

    expect(walked).toHaveLength(1)
  })

  it('finds the other root of a block whose first root has gone', async () => {
    const [one, two] = [await pair('a', 'b'), await pair('b', 'c')]
    const { pins, blocks } = await holding([one, two])
    const shared = (await leaf('b')).cid
    await pins.addRoots([one.cid, two.cid])
    const { root: first } = await blocks.lookup(shared)
    if (!first) throw new Error('no root')

    await pins.remove(first)

    const { root: second } = await blocks.lookup(shared)
    expect([first, second].map(String).sort()).toEqual([one.cid, two.cid].map(String).sort())
  })

  it('does not take a walk that was left for a whole one', async () => {
    const tree = await pair('a', 'b')
    const { pins, blocks } = await holding([tree])
    await pins.add(tree.cid)
    const caller = new AbortController()

    const left = blocks.lookup(tree.cid, { signal: caller.signal })
    caller.abort()

    await expect(left).rejects.toThrow()
    expect((await blocks.lookup((await leaf('b')).cid)).root?.toString()).toBe(tree.cid.toString())
  })

  it('says that it is not sure beyond its bound, and is sure again below it', async () => {
    const tree = await pair('a', 'b')
    const { pins, blocks } = await holding([tree], { maxEntries: 3 })
    const { cid } = await leaf('not there')
    await pins.add(tree.cid)

    expect(await blocks.lookup(cid)).toEqual({ root: undefined, isCertain: false })
    await pins.remove(tree.cid)

    expect(await blocks.lookup(cid)).toEqual({ root: undefined, isCertain: true })
  })

  it.each([1, 7, 2026])(
    'tells what is listed, whatever is pinned and unpinned, from seed %i',
    async (seed) => {
      const names = ['a', 'b', 'c', 'd', 'e', 'f']
      const trees = await Promise.all(
        names.flatMap((one, at) => names.slice(at + 1).map((two) => pair(one, two))),
      )
      const leaves = await Promise.all(names.map(leaf))
      const { pins, blocks } = await holding(trees)
      const pinned = new Set<StoredTree>()
      let state = seed

      for (let step = 0; step < 60; step += 1) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0
        const tree = trees[state % trees.length] ?? trees[0]
        if (!tree) throw new Error('no tree')
        if (pinned.delete(tree)) await pins.remove(tree.cid)
        else await pins.add(pinned.add(tree) && tree.cid)

        for (const { cid } of leaves) {
          const { root, isCertain } = await blocks.lookup(cid)
          const above = [...pinned].filter((held) => held.blocks.some((block) => block.cid.equals(cid)))

          expect(isCertain).toBe(true)
          if (above.length === 0) expect(root).toBeUndefined()
          else expect(above.map((held) => `${held.cid}`)).toContain(`${root}`)
        }
      }
    },
  )
})
