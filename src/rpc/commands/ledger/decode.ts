import { decodeMessage } from '../../../ledger/records/decode-record.ts'
import { messageName } from '../../../ledger/records/message-name.ts'
import { toJson } from '../../../ledger/records/print-json.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { arg, bool } from '../../declare/wire.ts'
import { onlyPart } from '../../form/only-part.ts'
import { LedgerMessage } from '../../shapes/ledger.ts'

const LIMIT_BYTES = 8 * 1024 * 1024

/** Spec: ledger document, section 2; the RPC document has no such command. */
export const ledgerDecode = defineCommand({
  path: 'ledger/decode',
  about: 'Read a protobuf message of the ledger as canonical JSON',
  extension: true,
  args: { message: arg('Message type, such as StateInfo') },
  options: {
    strict: bool('Refuse unknown fields and wrong wire types', { fallback: false }),
  },
  body: 'data',
  reply: json(LedgerMessage),
  async run(_, { args, options, body }) {
    const name = messageName(args.message)
    const bytes = await onlyPart(body, { limitBytes: LIMIT_BYTES })
    return toJson(name, decodeMessage(name, bytes, { strict: options.strict }))
  },
})
