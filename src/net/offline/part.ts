import { DomainError } from '../../errors.ts'
import { definePart } from '../../parts/define-part.ts'
import { type Network, OFFLINE_MESSAGE, offlineNetwork } from '../network.ts'
import type { Swarm } from '../swarm/swarm.ts'

/** The network of a node whose list of parts carries no code for peers. */
export const offlineNetworkPart = definePart<'network', Record<never, never>, Network>({
  name: 'network',
  needs: {},
  create: () => offlineNetwork,
})

/** The connections of a node whose list of parts carries no code for peers: none. */
export const offlineSwarmPart = definePart<'swarm', Record<never, never>, Pick<Swarm, 'identify'>>({
  name: 'swarm',
  needs: {},
  create: () => ({
    identify: async () => {
      throw new DomainError('unavailable', OFFLINE_MESSAGE)
    },
  }),
})
