import { defineCommand, empty } from '../../declare/command.ts'
import { arg, optionalArg } from '../../declare/wire.ts'

/** Spec: RPC document, section 4, `/pubsub/pub`. */
export const pubsubPub = defineCommand({
  path: 'pubsub/pub',
  about: 'Publish a message in a topic',
  status: 'experimental',
  needs: ['network'],
  args: {
    topic: arg('Topic to publish in'),
    data: optionalArg('Message, when it is not in the request body'),
  },
  options: {},
  body: 'data',
  reply: empty(),
})
