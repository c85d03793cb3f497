import { defineCommand, json } from '../../declare/command.ts'
import { bool } from '../../declare/wire.ts'
import { Listeners } from '../../shapes/peers.ts'

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
