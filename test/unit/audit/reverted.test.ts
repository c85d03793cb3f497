import { describe, expect, it } from 'vitest'
import { eventRecord } from '../calendar/records.ts'
import { AUTHOR, anchored } from './anchored.ts'
import { audited } from './audited.ts'
import { BATCH_COMMITS } from './cheating-edge.ts'

describe('an audit of a calendar whose owner has reverted records', () => {
  it('finds no fault in a record that the revert has shortened, nor in what follows it', async () => {
    const node = await anchored(BATCH_COMMITS)
    const known = await node.ledger.head()
    const { rollappId } = node.sequencer
    await node.ledger.revert({ rollappId, height: 3n, reason: 'a test' })

    expect(await audited(node, { known })).toMatchObject({ records: 1n, commits: 2, fault: undefined })
    await node.calendar.write(async (draft) => void draft.create('events', eventRecord()), AUTHOR)
    await node.sequencer.anchor({ isUrgent: true })

    expect(await audited(node, { known })).toMatchObject({
      records: 2n,
      commits: BATCH_COMMITS + 1,
      fault: undefined,
    })
  })
})
