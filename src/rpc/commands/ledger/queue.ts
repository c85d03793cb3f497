import { listQueue } from '../../../ledger/queries/list-queue.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { text } from '../../declare/wire.ts'
import { readRoot } from '../../options/ledger-input.ts'
import { formatEntry } from '../../print/format-ledger.ts'
import { readUint64 } from '../../print/uint64.ts'
import { LedgerQueueRow } from '../../shapes/ledger.ts'

/** Spec: ledger document, section 2, BlockHeightToFinalizationQueue. Spec gap: it shows no query for it. */
export const ledgerQueue = defineCommand({
  path: 'ledger/queue',
  about: 'List the records that wait to become final, by ledger height',
  extension: true,
  args: {},
  options: {
    height: text('Only this ledger height'),
    from: text('Least ledger height'),
    to: text('Greatest ledger height'),
    rollapp: text('Only records of this rollapp'),
    root: text('Root to read; the newest when it is not sent'),
  },
  reply: ndjson(LedgerQueueRow),
  parts: ['ledger'],
  async *run({ ledger }, { options, signal }) {
    const height = readUint64('height', options.height)
    const from = height ?? readUint64('from', options.from)
    const to = height ?? readUint64('to', options.to)
    const state = await ledger.open(readRoot('root', options.root), { signal })
    for await (const row of listQueue(state, { from, to, rollappId: options.rollapp, signal })) {
      yield { Height: `${row.height}`, Entries: row.entries.map(formatEntry) }
    }
  },
})
