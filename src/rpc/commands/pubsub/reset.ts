import { parsePeerId } from '../../../codec/cid/peer-id.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { text } from '../../declare/wire.ts'
import { PubsubReset } from '../../shapes/peers.ts'

/** Spec gap: not in the document, but called by today's clients. */
export const pubsubReset = defineCommand({
  path: 'pubsub/reset',
  about: 'Reset the last message numbers of authors, by which old messages are recognized',
  extension: true,
  status: 'experimental',
  needs: ['network'],
  args: {},
  options: { peer: text('Peer id of the only author to forget', { alias: 'p' }) },
  reply: json(PubsubReset),
  text: ({ deleted }: { deleted: number }, { options: { peer } }) => {
    if (peer === undefined) return `Reset validator state for ${deleted} peer(s)\n`
    return deleted === 0
      ? `No validator state found for peer ${peer}\n`
      : `Reset validator state for peer ${peer}\n`
  },
  parts: ['pubsub'],
  run: async ({ pubsub }, { options: { peer }, signal }) => ({
    deleted: await pubsub.reset(peer === undefined ? undefined : parsePeerId(peer), { signal }),
  }),
})
