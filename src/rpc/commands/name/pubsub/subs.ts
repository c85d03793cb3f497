import { formatPeerId } from '../../../../codec/cid/peer-id.ts'
import { defineCommand, json } from '../../../declare/command.ts'
import { keyBase, nmsBase } from '../../../options/key-base.ts'
import { nameSubscriber } from '../../../options/names-by-pubsub.ts'
import { stringLines } from '../../../print/string-lines.ts'
import { Strings } from '../../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/name/pubsub/subs`. */
export const namePubsubSubs = defineCommand({
  path: 'name/pubsub/subs',
  about: 'List the subscriptions to names',
  status: 'experimental',
  args: {},
  options: { 'nms-base': nmsBase },
  reply: json(Strings),
  text: stringLines,
  // A tab loads its routers among peers with the network.
  parts: ['nameSubscriptions', 'network'],
  async run({ nameSubscriptions }, { options }) {
    const base = keyBase(options['nms-base'])
    const names = await nameSubscriber(nameSubscriptions).names()
    return { Strings: names.length === 0 ? null : names.map((name) => `/ipns/${formatPeerId(name, base)}`) }
  },
})
