import { defineCommand, json } from '../../../declare/command.ts'
import { text } from '../../../declare/wire.ts'
import { Strings } from '../../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/name/pubsub/subs`. */
export const namePubsubSubs = defineCommand({
  path: 'name/pubsub/subs',
  about: 'List the subscriptions to names',
  status: 'experimental',
  args: {},
  options: {
    'nms-base': text('Multibase of the peer ids in output', { alias: 'ipns-base', fallback: 'base36' }),
  },
  reply: json(Strings),
})
