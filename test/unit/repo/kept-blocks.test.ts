import { describe, expect, it } from 'vitest'
import { isDomainError } from '../../../src/errors.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import type { StorageNode } from '../../../src/node/create.ts'
import type { Blockstore } from '../../../src/ports/blockstore.ts'
import { listed } from '../../contracts/blocks.ts'
import { chunkedFile, rawFile } from '../../requests/stored-tree.ts'
import { eventRecord } from '../calendar/records.ts'
import { memoryNode } from '../memory-ports.ts'

const AUTHOR = { author: 'ann' }

/** A calendar of so many events with a picture and removed terms, all of it in the ledger; and garbage. */
async function filled(events: number) {
  const held = memoryBlockstore()
  const counted = { reads: 0 }
  const counting: Blockstore = {
    ...held,
    get(cid, options) {
      counted.reads += 1
      return held.get(cid, options)
    },
  }
  const node = await memoryNode({ blockstore: counting })
  const { calendar, repo, sequencer } = node
  const { blockstore } = node
  const picture = await chunkedFile([await rawFile('first half'), await rawFile('second half')])
  const garbage = await rawFile('garbage')
  await blockstore.putMany([...picture.blocks, ...garbage.blocks])
  await repo.whileAdding(async () => {
    const term = await calendar.write(async (draft) => {
      draft.create('images', {
        ...{ author: 1, cid: picture.cid.toString(), source: '', name: 'a.png', type: 'image/png' },
        ...{ bytes: 9, width: 1, height: 1, date: '2027-03-15 10:00:00' },
      })
      return draft.create('tags', { name: 'Gone', slug: 'gone', description: '', parent: null })
    }, AUTHOR)
    await calendar.write(async (draft) => draft.remove('tags', term), AUTHOR)
    for (let at = 0; at < events; at += 1) {
      await calendar.write(
        async (draft) => draft.create('events', eventRecord({ title: `Ev ${at}` })),
        AUTHOR,
      )
    }
    await sequencer.anchor({ isUrgent: true })
  })
  return { node, counted, garbage: garbage.cid }
}

/** Why a block was not removed; `undefined` when it was. */
async function refusal({ blocks }: StorageNode, cid: Parameters<StorageNode['blocks']['remove']>[0]) {
  try {
    await blocks.remove(cid)
    return undefined
  } catch (error) {
    if (isDomainError(error, 'failed-precondition')) return error.message
    throw error
  }
}

describe('blocks.remove()', () => {
  it('refuses every block that collection keeps for the calendar and the ledger, and says for whom', async () => {
    const { node, garbage } = await filled(40)
    expect(await refusal(node, garbage)).toBeUndefined()
    for await (const _ of node.repo.collect());
    const kept = await listed(node.blockstore)

    const reasons = new Set<string | undefined>()
    for (const { cid } of kept) reasons.add(await refusal(node, cid))

    expect(kept.length).toBeGreaterThan(100)
    expect(reasons).toEqual(new Set(['in use by the calendar', 'in use by the ledger']))
    expect(await listed(node.blockstore)).toEqual(kept)
  })

  it('reads the same few blocks for one of the calendar, however large that is', async () => {
    const reads: number[] = []
    for (const events of [20, 200]) {
      const { node, counted } = await filled(events)
      const { value: newest } = await node.calendar.commits()[Symbol.asyncIterator]().next()
      if (!newest) throw new Error('no commit')
      const before = counted.reads
      expect(await refusal(node, newest.cid)).toBe('in use by the calendar')
      reads.push(counted.reads - before)
    }

    expect(reads).toEqual([1, 1])
  })

  it('walks pictures and ledger once, until something changes', async () => {
    const { node, counted } = await filled(20)
    const others = [await rawFile('one'), await rawFile('other')]
    await node.blockstore.putMany(others.flatMap(({ blocks }) => blocks))
    const reads: number[] = []
    for (const { cid } of others) {
      const before = counted.reads
      expect(await refusal(node, cid)).toBeUndefined()
      reads.push(counted.reads - before)
    }

    expect(reads[0]).toBeGreaterThan(5)
    expect(reads[1]).toBe(1)
  })
})
