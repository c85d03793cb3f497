import { defineCommand, json } from '../../declare/command.ts'
import { bool } from '../../declare/wire.ts'
import { Connections } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/swarm/peers`. */
export const swarmPeers = defineCommand({
  path: 'swarm/peers',
  about: 'List the peers with open connections',
  needs: ['network'],
  args: {},
  options: {
    verbose: bool('Show everything', { alias: 'v' }),
    streams: bool('Show the open streams'),
    latency: bool('Show the latency'),
    direction: bool('Show who opened the connection'),
  },
  reply: json(Connections),
})
