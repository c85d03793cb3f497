import { collectBytes } from '../../../codec/bytes/collect-bytes.ts'
import { tooLarge } from '../../../net/pubsub/check-topic.ts'
import { MAX_MESSAGE_BYTES } from '../../../net/pubsub/limits.ts'
import { defineCommand, empty } from '../../declare/command.ts'
import { arg, optionalArg } from '../../declare/wire.ts'
import { readTopic } from '../../print/topic-form.ts'

/** Spec: RPC document, section 4, `/pubsub/pub`. Spec gap: each part of the body is one message. */
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
  parts: ['pubsub'],
  async run({ pubsub }, { args: { topic: asked, data }, body, signal }) {
    const { topic } = readTopic(asked)
    if (data !== undefined)
      await pubsub.publish(topic, new TextEncoder().encode(data), { awaitsSubscriber: true, signal })
    const limit = { maxBytes: MAX_MESSAGE_BYTES, tooLarge: () => tooLarge(topic), signal }
    for await (const { content } of body) {
      await pubsub.publish(topic, await collectBytes(content, limit), { awaitsSubscriber: true, signal })
    }
  },
})
