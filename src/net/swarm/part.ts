import { definePart } from '../../parts/define-part.ts'
import { type CreateSwarmOptions, createSwarm } from './create-swarm.ts'
import type { Swarm } from './swarm.ts'

/** The connections of this node. */
export const swarmPart = definePart({
  name: 'swarm',
  needs: { network: 'required', clock: 'required', routing: 'optional' },
  create: (needs: CreateSwarmOptions): Swarm => createSwarm(needs),
})
