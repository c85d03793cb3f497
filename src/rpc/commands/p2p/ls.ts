import { defineCommand, json } from '../../command.ts'
import { Listeners } from '../../shapes/peers.ts'
import { bool } from '../../wire.ts'

/** Spec: RPC document, section 4, `/p2p/ls`. */
export const p2pLs = defineCommand({
  path: 'p2p/ls',
  about: 'List the listeners that forward connections',
  status: 'experimental',
  needs: ['network'],
  args: {},
  options: { headers: bool('Print column headers', { alias: 'v' }) },
  reply: json(Listeners),
})
