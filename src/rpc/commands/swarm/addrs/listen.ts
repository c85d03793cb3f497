import { defineCommand, json } from '../../../declare/command.ts'
import { stringLines } from '../../../print/string-lines.ts'
import { Strings } from '../../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/swarm/addrs/listen`. */
export const swarmAddrsListen = defineCommand({
  path: 'swarm/addrs/listen',
  about: 'List the addresses this node listens on',
  needs: ['network'],
  args: {},
  options: {},
  reply: json(Strings),
  text: stringLines,
  parts: ['swarm'],
  async run({ swarm }, { signal }) {
    const addresses = await swarm.listenAddresses({ signal })
    return { Strings: addresses.length === 0 ? null : [...addresses] }
  },
})
