import { defineCommand, json } from '../../../declare/command.ts'
import { keyBase, nmsBase } from '../../../options/key-base.ts'
import { notEnabled } from '../../../options/names-by-pubsub.ts'
import { Strings } from '../../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/name/pubsub/subs`. */
export const namePubsubSubs = defineCommand({
  path: 'name/pubsub/subs',
  about: 'List the subscriptions to names',
  status: 'experimental',
  args: {},
  options: { 'nms-base': nmsBase },
  reply: json(Strings),
  async run(_, { options }) {
    keyBase(options['nms-base'])
    throw notEnabled()
  },
})
