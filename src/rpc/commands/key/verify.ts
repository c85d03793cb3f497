import { defineCommand, json } from '../../declare/command.ts'
import { text } from '../../declare/wire.ts'
import { KeyVerified } from '../../shapes/names.ts'

/** Spec gap: the document does not know it; today's clients call it. */
export const keyVerify = defineCommand({
  path: 'key/verify',
  about: 'Check a signature of data against a key',
  extension: true,
  status: 'experimental',
  args: {},
  options: {
    key: text('Name of the key; the key of this node when absent', { alias: 'k' }),
    signature: text('The signature, in a multibase', { alias: 's' }),
    'nms-base': text('Multibase of the peer ids in output', { alias: 'ipns-base', fallback: 'base36' }),
  },
  body: 'data',
  reply: json(KeyVerified),
})
