import { withPauses } from '../../../streams/with-pauses.ts'
import { defineCommand, sparse } from '../../declare/command.ts'
import { arg, bool } from '../../declare/wire.ts'
import { printMessage } from '../../print/pubsub-message.ts'
import { payloadBytes, readTopic } from '../../print/topic-form.ts'
import { PubsubMessage } from '../../shapes/peers.ts'

/**
 * Spec: RPC document, section 4, `/pubsub/sub`. Spec gap: an empty line says at once that the topic is subscribed,
 * since hosts send the status with the first byte, and comes again when nothing else does.
 */
export const pubsubSub = defineCommand({
  path: 'pubsub/sub',
  about: 'Stream the messages of a topic',
  status: 'experimental',
  needs: ['network'],
  args: { topic: arg('Topic to subscribe to') },
  options: { discover: bool('Look for peers of the topic', { status: 'deprecated' }) },
  reply: sparse(PubsubMessage),
  text: ({ data = '' }: { data?: string }, { args: { topic } }) => payloadBytes(data, readTopic(topic).form),
  parts: ['pubsub', 'clock'],
  async *run({ pubsub, clock }, { args, signal }) {
    const { topic, form } = readTopic(args.topic)
    const messages = await pubsub.subscribe(topic, { tag: form, signal })
    for await (const message of withPauses(messages, { first: undefined, clock, signal })) {
      yield message && printMessage(message, form)
    }
  },
})
