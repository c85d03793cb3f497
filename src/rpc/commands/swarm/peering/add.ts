import { defineCommand, ndjson } from '../../../declare/command.ts'
import { args } from '../../../declare/wire.ts'
import { PeeringResult } from '../../../shapes/peers.ts'

/**
 * Spec gap: not in the document. The reference implementation 0.44 drops the peers when it ends; this node keeps
 * them in its configuration, as `Peering.Peers`.
 */
export const swarmPeeringAdd = defineCommand({
  path: 'swarm/peering/add',
  about: 'Add peers with which this node stays connected',
  extension: true,
  args: { address: args('Addresses with peer ids') },
  options: {},
  reply: ndjson(PeeringResult),
  text: ({ ID, Status }: { ID: string; Status: string }) => `add ${ID} ${Status}\n`,
  parts: ['peering'],
  async *run({ peering }, { args: { address }, signal }) {
    for (const ID of await peering.add(address, { signal })) yield { ID, Status: 'success' }
  },
})
