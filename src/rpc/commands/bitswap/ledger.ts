import { defineCommand, json } from '../../declare/command.ts'
import { arg } from '../../declare/wire.ts'
import { BitswapLedger } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/bitswap/ledger`. */
export const bitswapLedger = defineCommand({
  path: 'bitswap/ledger',
  about: 'Show what was exchanged with a peer',
  needs: ['network'],
  args: { peer: arg('Peer id') },
  options: {},
  reply: json(BitswapLedger),
})
