import { defineCommand, json } from '../../declare/command.ts'
import { PeerAddresses } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/swarm/addrs`. */
export const swarmAddrs = defineCommand({
  path: 'swarm/addrs',
  about: 'List the known addresses of peers',
  needs: ['network'],
  args: {},
  options: {},
  reply: json(PeerAddresses),
  parts: ['swarm'],
  async run({ swarm }, { signal }) {
    const known = Object.entries(await swarm.knownAddresses({ signal }))
    return { Addrs: Object.fromEntries(known.map(([peerId, addresses]) => [peerId, [...addresses]])) }
  },
})
