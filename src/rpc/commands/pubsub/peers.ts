import { defineCommand, json } from '../../declare/command.ts'
import { optionalArg } from '../../declare/wire.ts'
import { readTopic } from '../../print/topic-form.ts'
import { Strings } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/pubsub/peers`. */
export const pubsubPeers = defineCommand({
  path: 'pubsub/peers',
  about: 'List the peers of a topic, or of all',
  status: 'experimental',
  needs: ['network'],
  args: { topic: optionalArg('Topic to list the peers of') },
  options: {},
  reply: json(Strings),
  text: ({ Strings }: { Strings: readonly string[] }) => Strings.map((peer) => `${peer}\n`).join(''),
  parts: ['pubsub'],
  run: async ({ pubsub }, { args: { topic } }) => ({
    Strings: [...(await pubsub.peers(topic ? readTopic(topic).topic : undefined))],
  }),
})
