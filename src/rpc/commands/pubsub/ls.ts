import { defineCommand, json } from '../../declare/command.ts'
import { readTopic, writeTopic } from '../../print/topic-form.ts'
import { Strings } from '../../shapes/peers.ts'

/**
 * Spec: RPC document, section 4, `/pubsub/ls`. Spec gap: nothing in the request says whether its client is old. Topics
 * are plain text while every open subscription was made in plain text, otherwise in the multibase.
 */
export const pubsubLs = defineCommand({
  path: 'pubsub/ls',
  about: 'List the topics this node has subscribed to',
  status: 'experimental',
  needs: ['network'],
  args: {},
  options: {},
  reply: json(Strings),
  text: ({ Strings }: { Strings: readonly string[] }) =>
    Strings.map((topic) => `${readTopic(topic).topic}\n`).join(''),
  parts: ['pubsub'],
  async run({ pubsub }) {
    const forms = pubsub.tags()
    const form = forms.has('plain') && !forms.has('multibase') ? 'plain' : 'multibase'
    return { Strings: pubsub.topics().map((topic) => writeTopic(topic, form)) }
  },
})
