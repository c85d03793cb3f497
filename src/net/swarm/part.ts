import { definePart } from '../../node/part.ts'
import type { Network } from '../network.ts'
import { createSwarm } from './create-swarm.ts'
import type { Swarm } from './swarm.ts'

/** The connections of this node. */
export const swarmPart = definePart({
  name: 'swarm',
  needs: { network: 'required' },
  create: (needs: { readonly network: Network }): Swarm => createSwarm(needs),
})
