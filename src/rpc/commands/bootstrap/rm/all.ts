import { defineCommand, json } from '../../../declare/command.ts'
import { peersText } from '../../../print/peers-text.ts'
import { Peers } from '../../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/bootstrap/rm/all`. */
export const bootstrapRmAll = defineCommand({
  path: 'bootstrap/rm/all',
  about: 'Remove all peers to begin with',
  args: {},
  options: {},
  reply: json(Peers),
  text: peersText('removed '),
  parts: ['bootstrap'],
  run: async ({ bootstrap }, { signal }) => ({ Peers: [...(await bootstrap.removeAll({ signal }))] }),
})
