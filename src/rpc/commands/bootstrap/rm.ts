import { defineCommand, json } from '../../declare/command.ts'
import { bool, optionalArgs } from '../../declare/wire.ts'
import { peersText } from '../../print/peers-text.ts'
import { Peers } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/bootstrap/rm`. */
export const bootstrapRm = defineCommand({
  path: 'bootstrap/rm',
  about: 'Remove peers to begin with',
  args: { peer: optionalArgs('Addresses with peer ids', { fromBody: true }) },
  options: { all: bool('Remove all; use bootstrap/rm/all', { status: 'deprecated', fallback: false }) },
  reply: json(Peers),
  text: peersText('removed '),
  parts: ['bootstrap'],
  async run({ bootstrap }, { args: { peer }, options, signal }) {
    const removed = options.all ? bootstrap.removeAll({ signal }) : bootstrap.remove(peer, { signal })
    return { Peers: [...(await removed)] }
  },
})
