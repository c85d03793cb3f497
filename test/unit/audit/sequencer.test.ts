import { describe, expect, it } from 'vitest'
import { createSequencer } from '../../../src/audit/sequencer.ts'
import { fixedClock } from '../../../src/memory/fixed-clock.ts'
import type { Block } from '../../../src/ports/blockstore.ts'
import { eventRecord } from '../calendar/records.ts'
import { interceptedWrites } from '../intercepted-storage.ts'
import { failure } from '../ledger/ledger-of.ts'
import { AUTHOR, anchored, calendarOf } from './anchored.ts'
import { audited } from './audited.ts'
import { BATCH_COMMITS, edge, IDENTITY, KEYS } from './cheating-edge.ts'

describe('createSequencer()', () => {
  it('waits until a batch is full, or until its first commit is old', async () => {
    const clock = fixedClock()
    const node = await edge({ clock })
    const write = () =>
      node.calendar.write(async (draft) => void draft.create('events', eventRecord()), AUTHOR)

    for (let at = 1; at < BATCH_COMMITS; at += 1) {
      await write()
      expect(await node.sequencer.anchor()).toEqual({ indexes: [], waiting: at })
    }
    await write()
    expect(await node.sequencer.anchor()).toEqual({ indexes: [1n], waiting: 0 })
    await write()
    expect(await node.sequencer.anchor()).toEqual({ indexes: [], waiting: 1 })
    await clock.sleep(60_000)
    expect(await node.sequencer.anchor()).toEqual({ indexes: [2n], waiting: 0 })
    expect((await audited(node)).fault).toBeUndefined()
  })

  it('brings each commit in once, however many ask at a time, in several processes', async () => {
    const node = await calendarOf(3 * BATCH_COMMITS + 1)
    const other = await createSequencer({
      ...node.ports,
      publicBlocks: node.publicBlocks,
      ...{ calendar: node.calendar, ledger: node.ledger, identity: IDENTITY, keys: KEYS },
      batchCommits: BATCH_COMMITS,
    })

    const done = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (at % 2 === 0 ? node.sequencer : other).anchor({ isUrgent: true }),
      ),
    )

    expect(done.flatMap(({ indexes }) => indexes)).toEqual([1n, 2n, 3n, 4n])
    expect(await audited(node)).toMatchObject({ commits: 3 * BATCH_COMMITS + 1, fault: undefined })
  })

  it('changes nothing while its address has another prefix than that of its records', async () => {
    const node = await anchored(1)
    await node.calendar.write(async (draft) => void draft.create('events', eventRecord()), AUTHOR)
    const blocks: string[] = []
    const blockstore = {
      get: node.blockstore.get,
      putMany: async (batch: readonly Block[]) => void blocks.push(...batch.map(({ cid }) => `${cid}`)),
    }
    const other = await createSequencer({
      ...node.ports,
      ...{
        blockstore,
        publicBlocks: node.publicBlocks,
        calendar: node.calendar,
        identity: IDENTITY,
        keys: KEYS,
      },
      ledger: { ...node.ledger, addressPrefix: 'abc' },
    })
    const head = await node.ledger.head()

    await expect(other.anchor({ isUrgent: true })).rejects.toMatchObject({ code: 'failed-precondition' })

    expect(await node.ledger.head()).toEqual(head)
    expect(blocks).toEqual([])
    expect(await node.sequencer.anchor({ isUrgent: true })).toEqual({ indexes: [2n], waiting: 0 })
  })

  it('changes nothing while the ledger accepts no updates', async () => {
    const node = await anchored(1)
    await node.calendar.write(async (draft) => void draft.create('events', eventRecord()), AUTHOR)
    await node.ledger.setParams({ enabled: false })
    const head = await node.ledger.head()

    await expect(node.sequencer.anchor({ isUrgent: true })).rejects.toMatchObject(failure(1022))

    expect(await node.ledger.head()).toEqual(head)
    await node.ledger.setParams({ enabled: true })
    expect(await node.sequencer.anchor({ isUrgent: true })).toEqual({ indexes: [2n], waiting: 0 })
  })

  it('does not take a lost record for a hidden one', async () => {
    const node = await calendarOf(1)
    for await (const { commit } of node.calendar.commits()) {
      for (const { after } of commit.changes) if (after) await node.ports.blockstore.delete(after)
    }

    await expect(node.sequencer.anchor({ isUrgent: true })).rejects.toMatchObject({ code: 'not-found' })
    expect((await audited(node)).records).toBe(0n)
  })

  it('loses and repeats nothing when its process is killed between any two writes', async () => {
    for (let writes = 0; ; writes += 1) {
      const node = await calendarOf(BATCH_COMMITS + 2)
      let left = writes
      const storage = interceptedWrites(node.ports, () => {
        if (left <= 0) throw new Error('killed')
        left -= 1
      })
      const mortal = await edge({ ...node.ports, ...storage })
      const isDone = await mortal.sequencer.anchor({ isUrgent: true }).then(
        () => true,
        () => false,
      )

      await node.sequencer.anchor({ isUrgent: true })

      const report = await audited(node)
      expect(report, `killed at write ${writes}`).toMatchObject({
        commits: BATCH_COMMITS + 2,
        fault: undefined,
      })
      if (isDone) break
    }
  })
})
