import { describe, expect, it } from 'vitest'
import { auditRollapp } from '../../../src/audit/audit.ts'
import type { CID } from '../../../src/codec/cid/cid.ts'
import type { BlockReader } from '../../../src/ledger/blocks/load-block.ts'
import { FIRST_BLOCK } from '../../../src/ledger/state/root.ts'
import { eventRecord } from '../calendar/records.ts'
import { chance } from '../rpc/chance.ts'
import { AUTHOR, anchored } from './anchored.ts'
import { audited } from './audited.ts'
import { BATCH_COMMITS, edge } from './cheating-edge.ts'
import { CHEATS } from './cheats.ts'

/** `npm run test:soak` makes 10,000. Each commit has ten. */
const ROUNDS = Number(process.env['TIDEPOOL_AUDIT_OPERATIONS'] ?? 600)

describe('auditRollapp()', () => {
  it('finds nothing wrong with what a sequencer brings in, and tells how far it came', async () => {
    const node = await anchored(10)
    const known = await node.ledger.head()
    await node.calendar.write(async (draft) => void draft.create('events', eventRecord()), AUTHOR)
    await node.sequencer.anchor({ isUrgent: true })

    const report = await audited(node, { known })

    const view = await node.calendar.view()
    expect(report).toMatchObject({ records: 4n, finalRecords: 1n, commits: 11, fault: undefined })
    expect(String(report.head)).toBe(String(view.head))
  })

  it(`raises no false alarm in ${ROUNDS} random operations of an honest edge`, {
    timeout: 60_000 + ROUNDS * 30,
  }, async () => {
    const seed = Number(process.env['TIDEPOOL_SEED'] ?? 0xa0d17)
    const random = chance(seed)
    const node = await edge()
    let known: CID | undefined
    for (let at = 0; at < ROUNDS / 10; at += 1) {
      await node.calendar.write(async (draft) => {
        for (let left = 10; left > 0; left -= 1) {
          const id = 4 + random.below(at * 10 + 1)
          const [item] = random.below(3) === 0 ? await draft.read('events', [id]) : []
          const title = `Title ${random.below(50)}`
          if (item) draft.replace('events', id, { ...item.record, title })
          else draft.create('events', eventRecord({ title, slug: `e-${at}-${left}` }))
        }
      }, AUTHOR)
      if (random.below(20) === 0) await node.sequencer.anchor({ isUrgent: random.below(2) === 0 })
      if (random.below(50) === 0) await node.ledger.advance({ by: BigInt(1 + random.below(5)) })
      if (random.below(ROUNDS / 50) === 0) known ??= await node.ledger.head()
    }
    await node.sequencer.anchor({ isUrgent: true })

    expect(await audited(node, { known }), `seed ${seed}`).toMatchObject({
      commits: ROUNDS / 10,
      fault: undefined,
    })
  })

  it('counts hidden records, which no batch has, and computes the state without them', async () => {
    const node = await edge()
    const written = async (...records: readonly ReturnType<typeof eventRecord>[]) =>
      node.calendar.write(async (draft) => {
        for (const record of records) draft.create('events', record)
      }, AUTHOR)
    await written(eventRecord(), eventRecord({ status: 'draft' }), eventRecord())
    await written(eventRecord({ password: 'open sesame' }))
    await node.sequencer.anchor({ isUrgent: true })

    const report = await audited(node)

    expect(report).toMatchObject({ commits: 2, hiddenRecords: 2, fault: undefined })
  })

  it('takes an id with spaces around it for the same rollapp', async () => {
    const node = await anchored(1)
    const { rollappId } = node.sequencer

    const report = await audited(node, { rollappId: ` ${rollappId} ` })

    expect(report).toMatchObject({ rollappId, records: 1n, fault: undefined })
  })

  it('says that it cannot see a rollapp that is not there', async () => {
    const node = await edge()

    expect((await audited(node)).fault?.kind).toBe('withheld')
  })

  it('finds nothing wrong with a calendar of which nothing is in the ledger yet, nor with what follows', async () => {
    const node = await edge()
    const empty = await node.ledger.head()

    expect(await audited(node, { mayBeAbsent: true })).toMatchObject({ records: 0n, fault: undefined })
    await node.calendar.write(async (draft) => void draft.create('events', eventRecord()), AUTHOR)
    await node.sequencer.anchor({ isUrgent: true })

    const report = await audited(node, { known: empty, mayBeAbsent: true })
    expect(report).toMatchObject({ records: 1n, fault: undefined })
  })

  it('calls it taking back when a rollapp that was seen is not there any more', async () => {
    const node = await anchored(1)
    const known = await node.ledger.head()
    await node.head.move(FIRST_BLOCK.cid, async () => false)

    expect((await audited(node, { known, mayBeAbsent: true })).fault?.kind).toBe('equivocated')
  })

  it('tells content that is missing under a root seen before from a root that is not behind the newest', async () => {
    const node = await anchored(BATCH_COMMITS + 1)
    const known = (await node.ledger.open()).prev
    if (!known) throw new Error('no root before')
    const { updates } = await (await node.ledger.open(known)).rollapp(node.sequencer.rollappId)
    for (const cid of await updates.path(1n)) await node.ports.blockstore.delete(cid)

    expect((await audited(node, { known })).fault).toMatchObject({
      kind: 'withheld',
      message: expect.stringContaining(`root "${known}", seen before, is missing`),
    })
    await node.ports.blockstore.delete(known)
    await node.head.move(FIRST_BLOCK.cid, async () => false)
    expect((await audited(node, { known, mayBeAbsent: true })).fault?.kind).toBe('equivocated')
  })

  it('says how far back a ledger goes whose older roots are gone', async () => {
    const node = await anchored(BATCH_COMMITS + 1)
    const before = (await node.ledger.open()).prev
    if (!before) throw new Error('no root before')
    await node.ports.blockstore.delete(before)

    expect((await audited(node)).fault).toEqual({
      kind: 'withheld',
      message: expect.stringContaining(`Root "${before}" is missing`),
    })
  })

  it('ends with the reason of its signal, between records and while it reads', async () => {
    const node = await anchored(3 * BATCH_COMMITS)
    const root = await node.ledger.head()
    const { rollappId } = node.sequencer
    const controller = new AbortController()
    const reason = new Error('enough')
    const records: bigint[] = []

    const all = async () => {
      for await (const report of auditRollapp(node.ports.blockstore, {
        ...{ rollappId, root, signal: controller.signal },
      })) {
        records.push(report.records)
        if (report.records > 0n) controller.abort(reason)
      }
    }

    await expect(all()).rejects.toBe(reason)
    expect(records).toEqual([0n, 1n])
    const blocks: BlockReader = {
      get: (_, { signal } = {}) => Promise.reject(signal?.reason ?? new Error('read without a signal')),
    }
    const reports = auditRollapp(blocks, { rollappId, root, signal: controller.signal })
    await reports.next()
    await expect(reports.next()).rejects.toBe(reason)
  })
})

describe('an audit catches an edge that', () => {
  for (const { name, kind, cheat } of CHEATS) {
    it(name, async () => {
      const [node, known] = await cheat()

      const { fault } = await audited(node, { known })

      expect(fault, fault?.message).toMatchObject({ kind })
    })
  }
})
