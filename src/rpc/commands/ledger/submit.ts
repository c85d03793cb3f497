import { defineCommand, json } from '../../declare/command.ts'
import { bool, text } from '../../declare/wire.ts'
import { MESSAGE_TYPES, readMessage, readRoot } from '../../options/ledger-input.ts'
import { formatCidLink, formatEntry } from '../../print/format-ledger.ts'
import { LedgerSubmitted } from '../../shapes/ledger.ts'

/** The largest record has 1 MiB. As JSON with line breaks and spaces it is more than three times as large. */
const LIMIT_BYTES = 4 * 1024 * 1024

/** Spec: ledger document, section 3, rule 1. Spec gap: it shows no operations. */
export const ledgerSubmit = defineCommand({
  path: 'ledger/submit',
  about: 'Submit a state update, a MsgUpdateState in protobuf or JSON',
  extension: true,
  args: {},
  options: {
    format: text('json or protobuf; found out when it is not sent'),
    'check-availability': bool('Refuse a content path whose content is not held', { fallback: false }),
    'expected-root': text('Change nothing unless this is the newest root'),
  },
  body: 'data',
  rawTypes: MESSAGE_TYPES,
  reply: json(LedgerSubmitted),
  parts: ['ledger', 'repo'],
  async run({ ledger, repo }, { options, body, signal }) {
    const expectedRoot = readRoot('expected-root', options['expected-root'])
    const checkAvailability = options['check-availability']
    const limits = { format: options.format, limitBytes: LIMIT_BYTES }
    const message = await readMessage('MsgUpdateState', body, limits)
    const submit = () => ledger.submit(message, { checkAvailability, expectedRoot, signal })
    const done = await repo.whileAdding(submit, { signal })
    return {
      ...formatEntry(done),
      Update: formatCidLink(done.update),
      FinalizationHeight: `${done.finalizationHeight}`,
      Root: formatCidLink(done.root),
    }
  },
})
