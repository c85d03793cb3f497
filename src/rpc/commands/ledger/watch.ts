import { FIRST_BLOCK } from '../../../ledger/state/root.ts'
import { withPauses } from '../../../streams/with-pauses.ts'
import { defineCommand, sparse } from '../../declare/command.ts'
import { bool, text } from '../../declare/wire.ts'
import { readRoot } from '../../options/ledger-input.ts'
import { formatCidLink } from '../../print/format-ledger.ts'
import { LedgerEventReply } from '../../shapes/ledger.ts'

/**
 * Spec gap: the ledger document shows no events; these are the network's. A watch that waits for more begins with an
 * empty line, which says that no later event is missed, since hosts send the status with the first byte. The line
 * comes again when nothing else does.
 */
export const ledgerWatch = defineCommand({
  path: 'ledger/watch',
  about: 'Stream the changes of state records, each with its new root',
  extension: true,
  args: {},
  options: {
    from: text('Events after this root, or "begin" for all; new ones alone when it is not sent'),
    rollapp: text('Only events of this rollapp'),
    status: text('Only events of records that come to this status, such as STATE_STATUS_FINALIZED'),
    follow: bool('Wait for more at the end', { fallback: true }),
  },
  reply: sparse(LedgerEventReply),
  parts: ['ledger', 'clock'],
  async *run({ ledger, clock }, { options: { from, rollapp: rollappId, status, follow }, signal }) {
    const root = from === 'begin' ? FIRST_BLOCK.cid : readRoot('from', from)
    const events = ledger.watch({
      from: root ?? (await ledger.head({ signal })),
      ...{ rollappId, status, follow, signal },
    })
    for await (const event of follow ? withPauses(events, { first: undefined, clock, signal }) : events)
      yield event && {
        Type: event.type,
        Attributes: event.attributes,
        Root: formatCidLink(event.root),
      }
  },
})
