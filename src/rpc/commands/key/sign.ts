import { defineCommand, json } from '../../declare/command.ts'
import { text } from '../../declare/wire.ts'
import { KeySigned } from '../../shapes/names.ts'

/** Spec gap: the document does not know it; today's clients call it. */
export const keySign = defineCommand({
  path: 'key/sign',
  about: 'Sign data with a key',
  extension: true,
  status: 'experimental',
  args: {},
  options: {
    key: text('Name of the key; the key of this node when absent', { alias: 'k' }),
    'nms-base': text('Multibase of the peer ids in output', { alias: 'ipns-base', fallback: 'base36' }),
  },
  body: 'data',
  reply: json(KeySigned),
})
