import { defineCommand, json } from '../../../declare/command.ts'
import { PeeredPeers } from '../../../shapes/peers.ts'

/** Spec gap: not in the document, see `swarm/peering/add`. */
export const swarmPeeringLs = defineCommand({
  path: 'swarm/peering/ls',
  about: 'List the peers with which this node stays connected',
  extension: true,
  args: {},
  options: {},
  reply: json(PeeredPeers),
  parts: ['peering'],
  async run({ peering }, { signal }) {
    const peers = await peering.list({ signal })
    return { Peers: peers.map(({ peerId, addresses }) => ({ ID: peerId, Addrs: [...addresses] })) }
  },
})
