import { defineCommand, json } from '../../../declare/command.ts'
import { addDefaultPeers } from '../../../options/default-peers.ts'
import { peersText } from '../../../print/peers-text.ts'
import { Peers } from '../../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/bootstrap/add/default`. Spec gap: see {@link addDefaultPeers}. */
export const bootstrapAddDefault = defineCommand({
  path: 'bootstrap/add/default',
  about: 'Add the default peers to begin with',
  args: {},
  options: {},
  reply: json(Peers),
  text: peersText('added '),
  parts: ['bootstrap', 'network', 'keys', 'findDefaultPeer'],
  async run(parts, { signal }) {
    return { Peers: await addDefaultPeers(parts, { signal }) }
  },
})
