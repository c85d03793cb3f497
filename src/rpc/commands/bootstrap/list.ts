import { defineCommand, json } from '../../declare/command.ts'
import { peersText } from '../../print/peers-text.ts'
import { Peers } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/bootstrap/list`. */
export const bootstrapList = defineCommand({
  path: 'bootstrap/list',
  about: 'List the peers this node begins with',
  args: {},
  options: {},
  reply: json(Peers),
  text: peersText(''),
  parts: ['bootstrap'],
  run: async ({ bootstrap }, { signal }) => ({ Peers: [...(await bootstrap.list({ signal }))] }),
})
