import { defineCommand, json } from '../../declare/command.ts'
import { args } from '../../declare/wire.ts'
import { Strings } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/swarm/disconnect`. */
export const swarmDisconnect = defineCommand({
  path: 'swarm/disconnect',
  about: 'Close the connections to addresses',
  needs: ['network'],
  args: { address: args('Addresses with peer ids', { fromBody: true }) },
  options: {},
  reply: json(Strings),
})
