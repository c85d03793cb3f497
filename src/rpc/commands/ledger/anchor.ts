import { defineCommand, json } from '../../declare/command.ts'
import { bool } from '../../declare/wire.ts'
import { formatCidLink } from '../../print/format-ledger.ts'
import { LedgerAnchored } from '../../shapes/audit.ts'

/** Submits the calendar's waiting commits at once, which otherwise happens automatically. Spec gap: in no document. */
export const ledgerAnchor = defineCommand({
  path: 'ledger/anchor',
  about: 'Submit the commits of the calendar that wait to be in the ledger',
  extension: true,
  args: {},
  options: {
    due: bool('Only when they are enough, or have waited long enough', { fallback: false }),
    'dry-run': bool('Submit nothing, and tell what waits', { fallback: false }),
  },
  reply: json(LedgerAnchored),
  parts: ['sequencer', 'ledger', 'repo'],
  async run({ sequencer, ledger, repo }, { options: { due, 'dry-run': isDry }, signal }) {
    const anchor = () => sequencer.anchor({ isUrgent: !due, signal })
    const indexes = isDry ? [] : (await repo.whileAdding(anchor, { signal })).indexes
    const { count, sinceMs, dueMs } = await sequencer.waiting({ signal })
    return {
      RollappId: sequencer.rollappId,
      Sequencer: sequencer.address,
      Indexes: indexes.map(String),
      Waiting: count,
      ...(sinceMs !== undefined && { WaitingSince: new Date(sinceMs).toISOString() }),
      ...(dueMs !== undefined && { Due: new Date(dueMs).toISOString() }),
      Root: formatCidLink(await ledger.head({ signal })),
    }
  },
})
