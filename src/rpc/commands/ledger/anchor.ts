import { defineCommand, json } from '../../command.ts'
import { shownCid } from '../../ledger-shown.ts'
import { LedgerAnchored } from '../../shapes/audit.ts'
import { bool } from '../../wire.ts'

/** Spec gap: no document has it; the calendar's commits go into the ledger by themselves, and here at once. */
export const ledgerAnchor = defineCommand({
  path: 'ledger/anchor',
  about: 'Submit the commits of the calendar that wait to be in the ledger',
  extension: true,
  args: {},
  options: {
    due: bool('Only when they are enough, or have waited long enough', { fallback: false }),
  },
  reply: json(LedgerAnchored),
  async run({ sequencer, ledger, repo }, { options: { due }, signal }) {
    const anchor = () => sequencer.anchor({ isUrgent: !due, signal })
    const { indexes, waiting } = await repo.whileAdding(anchor, { signal })
    return {
      RollappId: sequencer.rollappId,
      Sequencer: sequencer.address,
      Indexes: indexes.map(String),
      Waiting: waiting,
      Root: shownCid(await ledger.head({ signal })),
    }
  },
})
