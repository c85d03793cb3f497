import { defineCommand, ndjson } from '../../declare/command.ts'
import { arg, bool } from '../../declare/wire.ts'
import { PubsubMessage } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/pubsub/sub`. */
export const pubsubSub = defineCommand({
  path: 'pubsub/sub',
  about: 'Stream the messages of a topic',
  status: 'experimental',
  needs: ['network'],
  args: { topic: arg('Topic to subscribe to') },
  options: { discover: bool('Look for peers of the topic', { status: 'deprecated' }) },
  reply: ndjson(PubsubMessage),
})
