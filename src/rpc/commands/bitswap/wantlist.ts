import { defineCommand, json } from '../../declare/command.ts'
import { text } from '../../declare/wire.ts'
import { Wantlist } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/bitswap/wantlist`. */
export const bitswapWantlist = defineCommand({
  path: 'bitswap/wantlist',
  about: 'List the blocks that are wanted',
  needs: ['network'],
  args: {},
  options: { peer: text('Peer whose wants to list; this node when absent', { alias: 'p' }) },
  reply: json(Wantlist),
})
