import { defineCommand, json } from '../../declare/command.ts'
import { args } from '../../declare/wire.ts'
import { stringLines } from '../../print/string-lines.ts'
import { Strings } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/swarm/connect`. */
export const swarmConnect = defineCommand({
  path: 'swarm/connect',
  about: 'Open connections to addresses',
  needs: ['network'],
  args: { address: args('Addresses with peer ids', { fromBody: true }) },
  options: {},
  reply: json(Strings),
  text: stringLines,
  parts: ['swarm'],
  async run({ swarm }, { args: { address }, signal }) {
    const peers = await swarm.connect(address, { signal })
    return { Strings: peers.map((peer) => `connect ${peer} success`) }
  },
})
