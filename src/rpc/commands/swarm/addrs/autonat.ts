import { defineCommand, json } from '../../../declare/command.ts'
import { Reachability } from '../../../shapes/peers.ts'

/**
 * No peer checks for this node whether others reach it: its owner configures the addresses of a deployment, and
 * other hosts have none. Spec gap: not in the document. The reference implementation 0.44 asks its peers.
 */
export const swarmAddrsAutonat = defineCommand({
  path: 'swarm/addrs/autonat',
  about: 'Show which addresses of this node peers have reached',
  extension: true,
  needs: ['network'],
  args: {},
  options: {},
  reply: json(Reachability),
  parts: ['network'],
  async run({ network }) {
    const unknown = network.addresses()
    return { reachability: 'Unknown', ...(unknown.length > 0 && { unknown: [...unknown] }) }
  },
})
