import { parsePeerId } from '../../../codec/cid/peer-id.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { text } from '../../declare/wire.ts'
import { named } from '../../options/name-records.ts'
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
  async run({ pubsub }, { options: { peer }, signal }) {
    const author = peer === undefined ? undefined : await named('invalid peer ID', () => parsePeerId(peer))
    return { deleted: await pubsub.reset(author, { signal }) }
  },
})
