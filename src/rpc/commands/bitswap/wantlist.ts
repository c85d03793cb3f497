import { defineCommand, json } from '../../command.ts'
import { Wantlist } from '../../shapes/peers.ts'
import { text } from '../../wire.ts'

/** Spec: RPC document, section 4, `/bitswap/wantlist`. */
export const bitswapWantlist = defineCommand({
  path: 'bitswap/wantlist',
  about: 'List the blocks that are wanted',
  needs: ['network'],
  args: {},
  options: { peer: text('Peer whose wants to list; this node when absent', { alias: 'p' }) },
  reply: json(Wantlist),
})
