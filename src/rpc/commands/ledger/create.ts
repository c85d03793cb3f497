import { defineCommand, json } from '../../declare/command.ts'
import { text } from '../../declare/wire.ts'
import { MESSAGE_TYPES, readMessage, readRoot } from '../../options/ledger-input.ts'
import { formatCidLink, formatRollapp } from '../../print/format-ledger.ts'
import { LedgerCreated } from '../../shapes/ledger.ts'

const LIMIT_BYTES = 1024 * 1024

/** Spec gap: the ledger document has no operations, and the RPC document no ledger. */
export const ledgerCreate = defineCommand({
  path: 'ledger/create',
  about: 'Create a rollapp from a MsgCreateRollapp in protobuf or JSON',
  extension: true,
  args: {},
  options: {
    format: text('json or protobuf; found out when it is not sent'),
    'expected-root': text('Change nothing unless this is the newest root'),
  },
  body: 'data',
  rawTypes: MESSAGE_TYPES,
  reply: json(LedgerCreated),
  parts: ['ledger', 'repo'],
  async run({ ledger, repo }, { options, body, signal }) {
    const expectedRoot = readRoot('expected-root', options['expected-root'])
    const limits = { format: options.format, limitBytes: LIMIT_BYTES }
    const message = await readMessage('MsgCreateRollapp', body, limits)
    const create = () => ledger.create(message, { expectedRoot, signal })
    const { rollapp, root } = await repo.whileAdding(create, { signal })
    return { Rollapp: formatRollapp(rollapp), Root: formatCidLink(root) }
  },
})
