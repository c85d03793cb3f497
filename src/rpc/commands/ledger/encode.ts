import { encodeMessage, encodeRecord } from '../../../ledger/records/encode-record.ts'
import { messageName } from '../../../ledger/records/message-name.ts'
import { messageFromJson, recordFromJson } from '../../../ledger/records/parse-json.ts'
import { bytes, defineCommand } from '../../declare/command.ts'
import { arg, text } from '../../declare/wire.ts'
import { clientError } from '../../errors.ts'
import { onlyPart } from '../../form/only-part.ts'
import { only } from '../../serve/only.ts'

const LIMIT_BYTES = 8 * 1024 * 1024

/** Spec: ledger document, section 2; the RPC document has no such command. */
export const ledgerEncode = defineCommand({
  path: 'ledger/encode',
  about: 'Write a message of the ledger, given as canonical JSON, as protobuf',
  extension: true,
  args: { message: arg('Message type, such as StateInfo') },
  options: {
    form: text('record, which is what is stored, or plain proto3', { fallback: 'record' }),
  },
  body: 'data',
  reply: bytes(),
  async run(_, { args, options: { form }, body }) {
    const name = messageName(args.message)
    if (form !== 'record' && form !== 'plain') throw clientError('invalid-argument', `invalid form: ${form}`)
    const json = await onlyPart(body, { limitBytes: LIMIT_BYTES })
    const encoded =
      form === 'record'
        ? encodeRecord(name, recordFromJson(name, json))
        : encodeMessage(name, messageFromJson(name, json))
    return {
      content: only(encoded),
      sizeBytes: encoded.byteLength,
      contentType: 'application/x-protobuf',
    }
  },
})
