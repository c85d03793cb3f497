import { defineCommand, json } from '../../../declare/command.ts'
import { noDefaultPeers } from '../../../options/no-default-peers.ts'
import { Peers } from '../../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/bootstrap/add/default`. */
export const bootstrapAddDefault = defineCommand({
  path: 'bootstrap/add/default',
  about: 'Add the default peers to begin with',
  args: {},
  options: {},
  reply: json(Peers),
  async run() {
    throw noDefaultPeers()
  },
})
