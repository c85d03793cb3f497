import { defineCommand, json } from '../../declare/command.ts'
import { bool, optionalArgs } from '../../declare/wire.ts'
import { Peers } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/bootstrap/rm`. */
export const bootstrapRm = defineCommand({
  path: 'bootstrap/rm',
  about: 'Remove peers to begin with',
  args: { peer: optionalArgs('Addresses with peer ids', { fromBody: true }) },
  options: { all: bool('Remove all; use bootstrap/rm/all', { status: 'deprecated' }) },
  reply: json(Peers),
})
