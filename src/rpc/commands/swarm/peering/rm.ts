import { defineCommand, ndjson } from '../../../declare/command.ts'
import { args } from '../../../declare/wire.ts'
import { PeeringResult } from '../../../shapes/peers.ts'

/** Open connections stay. Spec gap: not in the document, see `swarm/peering/add`. */
export const swarmPeeringRm = defineCommand({
  path: 'swarm/peering/rm',
  about: 'Remove peers with which this node stays connected',
  extension: true,
  args: { ID: args('Ids of the peers') },
  options: {},
  reply: ndjson(PeeringResult),
  text: ({ ID, Status }: { ID: string; Status: string }) => `remove ${ID} ${Status}\n`,
  parts: ['peering'],
  async *run({ peering }, { args: { ID: ids }, signal }) {
    for (const ID of await peering.remove(ids, { signal })) yield { ID, Status: 'success' }
  },
})
