import type * as z from 'zod/mini'
import { formatPeerId } from '../../codec/cid/peer-id.ts'
import { sequenceBytes } from '../../net/pubsub/author-sequences.ts'
import type { TopicMessage } from '../../net/pubsub/message.ts'
import type { PubsubMessage as Shape } from '../shapes/peers.ts'
import { printTopicBytes, type TopicForm, writeTopic } from './topic-form.ts'

/** A message as a line of `/pubsub/sub`. Old clients read the author as bytes, and no empty field. */
export function printMessage(
  { from, data, sequence, topic }: TopicMessage,
  form: TopicForm,
): z.input<typeof Shape> {
  const payload = printTopicBytes(data, form)
  return {
    from: form === 'plain' ? printTopicBytes(from.bytes, form) : formatPeerId(from),
    ...(payload !== '' && { data: payload }),
    seqno: printTopicBytes(sequenceBytes(sequence), form),
    topicIDs: [writeTopic(topic, form)],
  }
}
