import { defineCommand, json } from '../../declare/command.ts'
import { Strings } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/pubsub/ls`. */
export const pubsubLs = defineCommand({
  path: 'pubsub/ls',
  about: 'List the topics this node has subscribed to',
  status: 'experimental',
  needs: ['network'],
  args: {},
  options: {},
  reply: json(Strings),
})
