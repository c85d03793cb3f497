import { defineCommand, json } from '../../declare/command.ts'
import { bool, optionalArgs } from '../../declare/wire.ts'
import { addDefaultPeers } from '../../options/default-peers.ts'
import { peersText } from '../../print/peers-text.ts'
import { Peers } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/bootstrap/add`. */
export const bootstrapAdd = defineCommand({
  path: 'bootstrap/add',
  about: 'Add peers to begin with',
  args: { peer: optionalArgs('Addresses with peer ids', { fromBody: true }) },
  options: {
    default: bool('Add the default peers; use bootstrap/add/default', {
      status: 'deprecated',
      fallback: false,
    }),
  },
  reply: json(Peers),
  text: peersText('added '),
  parts: ['bootstrap', 'network', 'keys', 'findDefaultPeer'],
  async run({ bootstrap, ...parts }, { args: { peer }, options, signal }) {
    const added = options.default
      ? await addDefaultPeers({ bootstrap, ...parts }, { signal })
      : await bootstrap.add(peer, { signal })
    return { Peers: [...added] }
  },
})
