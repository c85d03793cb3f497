import { defineCommand, json } from '../../../declare/command.ts'
import { Peers } from '../../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/bootstrap/rm/all`. */
export const bootstrapRmAll = defineCommand({
  path: 'bootstrap/rm/all',
  about: 'Remove all peers to begin with',
  args: {},
  options: {},
  reply: json(Peers),
})
