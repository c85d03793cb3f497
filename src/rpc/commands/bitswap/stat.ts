import { defineCommand, json } from '../../declare/command.ts'
import { bool } from '../../declare/wire.ts'
import { BitswapStat } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/bitswap/stat`. */
export const bitswapStat = defineCommand({
  path: 'bitswap/stat',
  about: 'Show the counts of the block exchange',
  needs: ['network'],
  args: {},
  options: { verbose: bool('Print more', { alias: 'v' }), human: bool('Print sizes for people') },
  reply: json(BitswapStat),
})
