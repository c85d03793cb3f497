import { defineCommand, json } from '../../declare/command.ts'
import { bool, text } from '../../declare/wire.ts'
import { Keys } from '../../shapes/names.ts'

/** Spec: RPC document, section 4, `/key/list`. */
export const keyList = defineCommand({
  path: 'key/list',
  about: 'List the keys',
  args: {},
  options: {
    l: bool('Show peer ids too'),
    'nms-base': text('Multibase of the peer ids in output', { alias: 'ipns-base', fallback: 'base36' }),
  },
  reply: json(Keys),
})
