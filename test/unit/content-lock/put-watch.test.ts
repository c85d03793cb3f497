import { CID } from 'multiformats/cid'
import { identity } from 'multiformats/hashes/identity'
import { describe, expect, it } from 'vitest'
import { createPutWatch } from '../../../src/content-lock/put-watch.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { rawBlock } from '../../requests/made-car.ts'

const block = await rawBlock('put')

/** An identity CID counts as 16 blocks. */
const manyCids = Array.from({ length: 63_000 }, (_, at) =>
  CID.createV1(0x55, identity.digest(new TextEncoder().encode(`${at}`))),
)

function watching() {
  const watch = createPutWatch()
  const store = watch.watched(memoryBlockstore())
  const begin = (discardsUnpinned: boolean) => {
    const own = watch.begin({ discardsUnpinned })
    return { ...own, put: () => store.putMany([block], { onAdded: own.onAdded }) }
  }
  return { store, begin }
}

describe('the own blocks of an add', () => {
  it('contain what it has put before it relied on more than a million blocks', async () => {
    const { begin } = watching()
    const own = begin(true)

    await own.put()
    own.relyOn(manyCids)

    expect(own.hasBlock(block.cid)).toBe(true)
  })

  it.each([
    ['both discard unpinned blocks', [true, true], [true, true]],
    ['the second may leave it unpinned', [true, false], [false, false]],
    ['the first may leave it unpinned', [false, true], [false, false]],
  ])('contain a block that two adds have put, where %s', async (_, kinds, owned) => {
    const { begin } = watching()
    const adds = kinds.map(begin)

    for (const add of adds) await add.put()

    expect(adds.map(({ hasBlock }) => hasBlock(block.cid))).toEqual(owned)
  })

  it('contain a block of two adds that put it at the same time, and none that somebody else has put since', async () => {
    const { store, begin } = watching()
    const adds = [begin(true), begin(true)]

    await Promise.all(adds.map((add) => add.put()))
    const before = adds.map(({ hasBlock }) => hasBlock(block.cid))
    await store.put(block.cid, block.bytes)

    expect(before).toEqual([true, true])
    expect(adds.map(({ hasBlock }) => hasBlock(block.cid))).toEqual([false, false])
  })
})
