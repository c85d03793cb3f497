import { defineCommand, json } from '../../declare/command.ts'
import { text } from '../../declare/wire.ts'
import { readRoot } from '../../options/ledger-input.ts'
import { formatCidLink, formatEntry } from '../../print/format-ledger.ts'
import { readUint64 } from '../../print/uint64.ts'
import { LedgerAdvanced } from '../../shapes/ledger.ts'

/** Spec: ledger document, section 3, rule 2. Spec gap: it shows no operations. */
export const ledgerAdvance = defineCommand({
  path: 'ledger/advance',
  about: 'Advance the ledger to a greater height and finalize the records that are due',
  extension: true,
  args: {},
  options: {
    to: text('The new ledger height; wins over by'),
    by: text('How far to move', { fallback: '1' }),
    'expected-root': text('Change nothing unless this is the newest root'),
  },
  reply: json(LedgerAdvanced),
  parts: ['ledger', 'repo'],
  async run({ ledger, repo }, { options, signal }) {
    const expectedRoot = readRoot('expected-root', options['expected-root'])
    const to = readUint64('to', options.to)
    const step = to === undefined ? { by: readUint64('by', options.by) ?? 1n } : { to }
    const advance = () => ledger.advance(step, { expectedRoot, signal })
    const { height, finalized, failures, root } = await repo.whileAdding(advance, { signal })
    return {
      Height: `${height}`,
      Finalized: finalized.map(formatEntry),
      Failures: failures.map((entry) => ({ ...formatEntry(entry), Message: entry.message })),
      Root: formatCidLink(root),
    }
  },
})
