import { defineCommand, json } from '../../declare/command.ts'
import { args, bool, text } from '../../declare/wire.ts'
import { Keys } from '../../shapes/names.ts'

/** Spec: RPC document, section 4, `/key/rm`. */
export const keyRm = defineCommand({
  path: 'key/rm',
  about: 'Remove keys',
  args: { name: args('Names of the keys', { fromBody: true }) },
  options: {
    l: bool('Show peer ids too'),
    'nms-base': text('Multibase of the peer ids in output', { alias: 'ipns-base', fallback: 'base36' }),
  },
  reply: json(Keys),
})
