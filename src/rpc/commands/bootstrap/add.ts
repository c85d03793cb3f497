import { defineCommand, json } from '../../declare/command.ts'
import { bool, optionalArgs } from '../../declare/wire.ts'
import { Peers } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/bootstrap/add`. */
export const bootstrapAdd = defineCommand({
  path: 'bootstrap/add',
  about: 'Add peers to begin with',
  args: { peer: optionalArgs('Addresses with peer ids', { fromBody: true }) },
  options: { default: bool('Add the default peers; use bootstrap/add/default', { status: 'deprecated' }) },
  reply: json(Peers),
})
