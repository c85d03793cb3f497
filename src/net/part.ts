import type { Keys } from '../keys/keys.ts'
import { definePart } from '../node/part.ts'
import type { Logger } from '../ports/logger.ts'
import type { Transports } from '../ports/transports.ts'
import { createNetwork } from './create-network.ts'
import { type Network, offlineNetwork } from './network.ts'

interface NetworkNeeds {
  readonly transports?: Transports | undefined
  readonly keys: Pick<Keys, 'open'>
  readonly logger: Logger
}

/** The peers of this node. The code of libp2p is loaded when the peer starts. */
export const networkPart = definePart({
  name: 'network',
  needs: { transports: 'optional', keys: 'required', logger: 'required' },
  create: ({ transports, keys, logger }: NetworkNeeds): Network => {
    if (!transports) return offlineNetwork
    const start = async () => {
      const { startPeer } = await import('./peer/start-peer.ts')
      return startPeer({ transports, keys, logger })
    }
    return createNetwork({ start, addresses: () => transports.addresses(), logger })
  },
})
