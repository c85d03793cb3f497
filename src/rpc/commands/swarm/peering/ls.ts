import type * as z from 'zod/mini'
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
  text: ({ Peers }: z.infer<typeof PeeredPeers>) =>
    Peers.flatMap(({ ID, Addrs }) => [`${ID}\n`, ...Addrs.map((address) => `\t${address}\n`)]).join(''),
  parts: ['peering'],
  async run({ peering }, { signal }) {
    const peers = await peering.list({ signal })
    return { Peers: peers.map(({ peerId, addresses }) => ({ ID: peerId, Addrs: [...addresses] })) }
  },
})
