import { definePart } from '../../node/part.ts'
import { type Network, offlineNetwork } from '../network.ts'

/** The network of a node whose list of parts carries no code for peers. */
export const offlineNetworkPart = definePart<'network', Record<never, never>, Network>({
  name: 'network',
  needs: {},
  create: () => offlineNetwork,
})
