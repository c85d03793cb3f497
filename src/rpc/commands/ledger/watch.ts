import { FIRST_BLOCK } from '../../../ledger/state/root.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { bool, text } from '../../declare/wire.ts'
import { readRoot } from '../../options/ledger-input.ts'
import { formatCidLink } from '../../print/format-ledger.ts'
import { mapItems } from '../../serve/map-items.ts'
import { LedgerEventReply } from '../../shapes/ledger.ts'

/** Spec gap: the ledger document shows no events; these are the network's. */
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
  reply: ndjson(LedgerEventReply),
  parts: ['ledger'],
  run({ ledger }, { options: { from, rollapp: rollappId, status, follow }, signal }) {
    const root = from === 'begin' ? FIRST_BLOCK.cid : readRoot('from', from)
    return mapItems(ledger.watch({ from: root, rollappId, status, follow, signal }), (event) => ({
      Type: event.type,
      Attributes: event.attributes,
      Root: formatCidLink(event.root),
    }))
  },
})
